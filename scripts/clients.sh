#!/usr/bin/env bash
# Writes the generated parts of the clients into the folder given, from the
# document that the binary prints: go/client.gen.go, typescript/src/schema.d.ts.
set -euo pipefail
out=$(realpath "$1")
cd "$(dirname "$0")/.."
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
go build -o bin/tallystick ./cmd/tallystick
bin/tallystick openapi >"$temp/openapi.json"

mkdir -p "$out/go" "$out/typescript/src"
cp clients/go/{oapi-codegen,problems.overlay}.yaml "$temp/"
(cd "$temp" && go run github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2 -config oapi-codegen.yaml openapi.json)
cp "$temp/client.gen.go" "$out/go/"

cp clients/typescript/package.json clients/typescript/package-lock.json "$temp/"
(cd "$temp" && npm ci --ignore-scripts --no-audit --no-fund --prefer-offline --silent)
(cd "$temp" && node_modules/.bin/openapi-typescript openapi.json --output schema.d.ts >/dev/null)
cp "$temp/schema.d.ts" "$out/typescript/src/"
