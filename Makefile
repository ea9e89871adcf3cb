# Two commands for a new user: make run, make test.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

# Where scripts/setup.sh unpacks what it may not install.
TOOLS := $(CURDIR)/.tools
export TALLYSTICK_POSTGRES_BIN ?= $(firstword $(wildcard $(TOOLS)/usr/lib/postgresql/*/bin))
ifeq ($(strip $(TALLYSTICK_POSTGRES_BIN)),)
unexport TALLYSTICK_POSTGRES_BIN
endif

export PATH := $(PATH):$(TOOLS)/bin
export TALLYSTICK_TOOLS_DIR ?= $(TOOLS)

# The same source gives the same binary, and a second clone finds what the first compiled.
# nodynamic: photographs are decoded by what is in the binary, never by a library of the machine.
export GOFLAGS := -trimpath -tags=nodynamic $(GOFLAGS)

STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2
PACKAGES := ./...

.PHONY: help
help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

.PHONY: setup
setup: ## install or unpack what the service needs beside Go
	@scripts/setup.sh

.PHONY: build
build: ## build the binary into bin/
	go build -o bin/tallystick ./cmd/tallystick

.PHONY: run
run: setup build ## run the service with a demo tenant
	@$(MAKE) --no-print-directory demo

.PHONY: demo
demo:
	@exec bin/tallystick demo

.PHONY: test
test: setup ## run all tests
	@$(MAKE) --no-print-directory go-test TESTFLAGS=

.PHONY: go-test
go-test:
	go test -timeout 40m $(TESTFLAGS) $(PACKAGES)

.PHONY: check
check: setup ## everything that CI checks
	@$(MAKE) --no-print-directory lint generated checked-tests witness

# The packages of the layers that work side by side, and themselves or in their tests start
# a thread, are tested under the race detector, the others without: there it costs four times
# as much (make race has it everywhere). lint has vetted them all.
# reactors/documents has one thread beside others, and much to compute in pictures.
LAYERS := eventstore commands projections reactors readmodels ':(glob)domain/tax/*.go'
RACED = $$(go list $$(git grep -lE '^\s+go |\.Go\(|\.Parallel\(\)' -- $(LAYERS) | grep '\.go$$' | xargs -n1 dirname | sort -u | sed 's,^,./,') | grep -v /reactors/documents)

# Of those, what tries much and one thing after the other.
ALONE := ^(TestForgeriesOfEveryKindHarmTheirStreamAlone|TestCopiesOfEveryTypeHarmTheirStreamAlone|TestTreesDoNotDependOnBatches$\
	|TestModel|TestFullDisk|TestCutLog|TestHugeAppend|TestIDBytesAreCounted)$$

.PHONY: checked-tests
checked-tests:
	go test -vet=off -race -timeout 20m -skip '$(ALONE)' $(RACED)
	go test -vet=off -timeout 20m -run '$(ALONE)' ./projections ./eventstore/node/internal/store
	go test -vet=off -race -timeout 20m -run '^(TestAtOnce|TestInTurnAsAlone)$$' ./domain/tax/all ./domain/tax/us
	go test -vet=off -timeout 40m $$(go list $(PACKAGES) | grep -vxFf <(printf '%s\n' $(RACED)))

.PHONY: race
race: setup ## all tests under the race detector, but the domain's, which start no thread
	go test -race -timeout 60m $$(go list $(PACKAGES) | grep -v /domain/)
	go test -race -run '^(TestAtOnce|TestInTurnAsAlone)$$' ./domain/tax/all ./domain/tax/us
	go test -race ./domain/tax

.PHONY: witness
witness: setup ## other people's programs bear witness: Node and what npm brings, hledger, beancount (fails without them)
	@scripts/setup.sh witness
	go test -count=1 -tags=nodynamic,witness -run Witness $$(grep -rl --include='*_test.go' '^//go:build witness' . | xargs -n1 dirname | sort -u)

.PHONY: einvoices
einvoices: ## hold invoices against EN 16931's own rules, of which no registry has the files: EN16931=folder, EN16931_EXAMPLES=folder of its examples
	go test -count=1 -tags=nodynamic,en16931 -timeout 20m ./render/invoice/en16931 ./domain/documents/einvoice/terms

.PHONY: preflight
preflight: ## hold Factur-X against PDFBox's preflight 2.0.27: PREFLIGHT=folder of its archives, on Debian /usr/share/java
	go test -count=1 -tags=nodynamic,preflight -run Preflight ./render/invoice

.PHONY: saft
saft: ## hold audit files against Norway's schema, which no registry has: SAFT=folder of Skatteetaten's SAF-T_Financial_1.3
	go test -count=1 -tags=nodynamic,saft -run SAFTSchema ./render/ledger

.PHONY: lint
lint: ## format, vet, static analysis, house rules
	@unformatted=$$(gofmt -l $$(git ls-files '*.go')); test -z "$$unformatted" || { echo "not gofmt'ed:"; echo "$$unformatted"; exit 1; }
	go vet $(PACKAGES)
	go run $(STATICCHECK) $(PACKAGES)
	@scripts/house-rules.sh

.PHONY: generate
generate: ## write the documents that derive from the code
	@scripts/generate.sh docs

.PHONY: examples
examples: setup ## renew the examples of the OpenAPI document from what the service's tests see
	go test -count=1 -timeout 20m ./cmd/tallystick/service -args -examples
	@$(MAKE) --no-print-directory generate

.PHONY: clients
clients: ## generate the Go and the TypeScript client from the OpenAPI document
	@scripts/clients.sh clients

.PHONY: generated
generated: ## fail when a derived document is out of date
	@temp=$$(mktemp -d); trap 'rm -rf "$$temp"' EXIT; scripts/generate.sh "$$temp"; \
	for f in $$(cd "$$temp" && ls); do cmp -s "$$temp/$$f" "docs/$$f" || { echo "docs/$$f is out of date: make generate"; exit 1; }; done

.PHONY: bench
bench: setup ## measure, each figure beside its floor
	go run ./cmd/tallystick bench

.PHONY: questions
questions: ## report how the engine answers its own questions, or those of FILE=
	go run ./cmd/tallystick questions $(FILE)

# The tests that ask packaging/soak how much to do.
LONG := Crash|Killed|CutNetworks|PowerLoss|CutLog|FullDisk|TestModel|Idle|Tampering|FlippedExports|RewrittenHistory|NoGap|DependOnBatches|SnapshotsAre

.PHONY: soak
soak: setup ## crash and fault tests, many rounds
	TALLYSTICK_SOAK=200 go test -timeout 120m -count=1 -run '$(LONG)' ./eventstore/... ./commands/... ./projections/... ./cmd/...
	TALLYSTICK_SOAK_ENTRIES=100000 go test -timeout 60m -count=1 -tags=nodynamic,witness -run 'RandomBooks|Witness' ./domain/booking ./render/ledger

.PHONY: clean
clean: ## remove what was built; data stays
	rm -rf bin
