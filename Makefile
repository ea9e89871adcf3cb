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
	go test $(TESTFLAGS) $(PACKAGES)

.PHONY: check
check: setup ## everything that CI checks
	@$(MAKE) --no-print-directory lint generated race witness

.PHONY: race
race: # under domain/ few tests have threads; the others cost four times as much under the detector, and it has nothing to see there
	go test -race -timeout 20m $$(go list $(PACKAGES) | grep -v /domain/)
	go test -race -run '^TestAtOnce$$' ./domain/tax/all
	go test -race ./domain/tax
	go test -timeout 20m ./domain/...

.PHONY: witness
witness: setup ## other people's programs bear witness: Node and what npm brings, hledger, beancount (fails without them)
	@scripts/setup.sh witness
	go test -count=1 -tags witness -run Witness $$(grep -rl --include='*_test.go' '^//go:build witness' . | xargs -n1 dirname | sort -u)

.PHONY: lint
lint: ## format, vet, static analysis, house rules
	@unformatted=$$(gofmt -l $$(git ls-files '*.go')); test -z "$$unformatted" || { echo "not gofmt'ed:"; echo "$$unformatted"; exit 1; }
	go vet $(PACKAGES)
	go run $(STATICCHECK) $(PACKAGES)
	@scripts/house-rules.sh

.PHONY: generate
generate: ## write the documents that derive from the code
	@scripts/generate.sh docs

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

.PHONY: soak
soak: setup ## crash and fault tests, many rounds
	TALLYSTICK_SOAK=200 go test -timeout 60m -count=1 -run 'Crash|Killed' ./eventstore/... ./cmd/...

.PHONY: clean
clean: ## remove what was built; data stays
	rm -rf bin
