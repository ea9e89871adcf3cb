#!/usr/bin/env bash
# Rules of the house that no general linter knows.
set -euo pipefail
cd "$(dirname "$0")/.."
failed=0
fail() { printf '%s\n' "$1" >&2; failed=1; }

floats=$(git grep -nE '\bfloat(32|64)\b' -- 'domain/*.go' || true)
[ -z "$floats" ] || fail "binary floating point under domain/:
$floats"

clocks=$(git grep -nE '\btime\.(Now|Since|After|Sleep)\(|"math/rand|"crypto/rand"|"net/http"|"os"$' -- 'domain/*.go' ':!*_test.go' ':!domain/tax/taxtest' ':!domain/event/eventtest' || true)
[ -z "$clocks" ] || fail "a clock, chance or I/O under domain/:
$clocks"

unfinished=$(git grep -nwE 'TODO|FIXME|XXX' -- '*.go' ':!*_test.go' || true)
[ -z "$unfinished" ] || fail "unfinished work:
$unfinished"

sql=$(git grep -lE '`\s*(select|insert|update|delete) ' -- '*.go' ':!readmodels' ':!migrations' ':!eventstore/vault' ':!cmd/tallystick/bench' ':!*_test.go' || true)
[ -z "$sql" ] || fail "SQL outside readmodels/:
$sql"

client=$(git grep -l 'EventStore-Client-Go' -- '*.go' ':!eventstore' ':!*_test.go' || true)
[ -z "$client" ] || fail "the event store's client outside eventstore/:
$client"

# Addresses, struct tags, raw texts, and lists of words or figures are not broken.
wide=$(LC_ALL=C.UTF-8 git grep -nP '^.{141,}' -- '*.go' ':!*.gen.go' ':!*_test.go' ':!readmodels' ':!render/ledger' \
	':!domain/classification/tables.go' ':!domain/documents/reading/labels.go' ':!domain/corpus/reading/tree.go' |
	grep -v -e '://' -e '`' | grep -vP '"[^"]{60,}|\\n' | cut -c1-120 || true)
[ -z "$wide" ] || fail "lines over 140 characters:
$wide"

while read -r lines file; do
	[ "$file" = total ] || [ "$lines" -le 500 ] || fail "$file has $lines lines; split it near 400"
done < <(git ls-files '*.go' ':!*.gen.go' | xargs wc -l)

for dir in $(git ls-files '*.go' | grep -v -e _test.go -e /testdata/ | xargs -n1 dirname | sort -u); do
	grep -qE '^// (Package|Command) ' "$dir"/*.go || fail "$dir has no package comment"
done
exit "$failed"
