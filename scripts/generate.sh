#!/usr/bin/env bash
# Writes the documents that derive from the code into a folder.
set -euo pipefail
cd "$(dirname "$0")/.."
out=$1
mkdir -p "$out"
binary=bin/tallystick # whoever needs it next finds it linked
go build -o "$binary" ./cmd/tallystick
"$binary" openapi >"$out/openapi.json"
"$binary" docs roles >"$out/roles.md"
"$binary" docs catalogue >"$out/catalogue.md"
"$binary" docs settings >"$out/settings.md"
"$binary" docs coverage >"$out/coverage.md"
"$binary" docs errors >"$out/errors.md"
"$binary" docs events >"$out/events.md"
