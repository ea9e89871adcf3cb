#!/usr/bin/env bash
# Makes PostgreSQL 15 or newer, the programs that read documents (Tesseract with
# its languages, poppler), and the curl and jq of the walk-throughs available:
# what is installed, else Debian's packages, installed as root or unpacked into
# .tools/ otherwise.
set -euo pipefail
cd "$(dirname "$0")/.."
version_min=15
tools=(curl jq)
readers=(pdftotext pdftoppm pdfinfo pdfdetach) # of poppler-utils
languages=(eng osd deu fra spa ita nld por pol)

usable() { # a folder with initdb and postgres of a usable version
	local major
	[ -x "$1/initdb" ] && [ -x "$1/postgres" ] || return 1
	major=$(LD_LIBRARY_PATH="$(libraries "$1")" "$1/postgres" --version 2>/dev/null | grep -oE '[0-9]+' | head -n1) || return 1
	[ -n "$major" ] && [ "$major" -ge "$version_min" ]
}
libraries() { ls -d "$1"/../../../*-linux-gnu 2>/dev/null | head -n1; }

find_usable() {
	local dir
	for dir in ${TALLYSTICK_POSTGRES_BIN:-} /usr/lib/postgresql/*/bin "$PWD"/.tools/usr/lib/postgresql/*/bin \
		"$(dirname "$(readlink -f "$(command -v initdb 2>/dev/null || echo /nowhere/initdb)")")"; do
		if usable "$dir"; then
			echo "$dir"
			return 0
		fi
	done
	return 1
}

have() { command -v "$1" >/dev/null || [ -x ".tools/bin/$1" ]; }

# One folder holds all languages: what was unpacked, where it was, else what is installed.
tessdata() {
	local dir
	for dir in "$PWD"/.tools/usr/share/tesseract-ocr/*/tessdata /usr/share/tesseract-ocr/*/tessdata; do
		[ ! -d "$dir" ] || { echo "$dir"; return; }
	done
}
have_language() { [ -e "$(tessdata)/$1.traineddata" ]; }
have_reader() { command -v "$1" >/dev/null || [ -x ".tools/usr/bin/$1" ]; }

wanted=()
find_usable >/dev/null || wanted+=(postgresql)
for tool in "${tools[@]}"; do have "$tool" || wanted+=("$tool"); done
have_reader tesseract || wanted+=(tesseract-ocr)
for language in "${languages[@]}"; do have_language "$language" || wanted+=("tesseract-ocr-$language"); done
for reader in "${readers[@]}"; do have_reader "$reader" || { wanted+=(poppler-utils); break; }; done
if [ "${1:-}" = witness ]; then # programs that read what the service exports
	have hledger || wanted+=(hledger)
	have bean-check || wanted+=(beancount)
	have qpdf || wanted+=(qpdf)
fi
[ "${#wanted[@]}" -gt 0 ] || exit 0
command -v apt-get >/dev/null || { echo "needed: ${wanted[*]} (PostgreSQL $version_min or newer; TALLYSTICK_POSTGRES_BIN names its folder)" >&2; exit 1; }

if [ "$(id -u)" = 0 ]; then
	echo "installing ${wanted[*]}" >&2
	# No cluster of Debian's own: the service runs a private one.
	mkdir -p /etc/postgresql-common
	[ -e /etc/postgresql-common/createcluster.conf ] || echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.conf
	apt-get update -qq >&2
	DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${wanted[@]}" >&2
else
	echo "unpacking ${wanted[*]} into .tools" >&2
	mkdir -p .tools/apt/lists/partial .tools/apt/cache/archives/partial .tools/debs .tools/bin
	apt=(apt-get -qq -o "Dir::State::Lists=$PWD/.tools/apt/lists" -o "Dir::Cache=$PWD/.tools/apt/cache" -o Debug::NoLocking=1)
	"${apt[@]}" update >&2
	# Everything that an installation would bring, without installing it.
	packages=$("${apt[@]}" --simulate --no-install-recommends install "${wanted[@]}" | awk '/^Inst/ {print $2}')
	case "${wanted[*]}" in
	*tesseract-ocr*) packages=$(printf '%s\n' $packages tesseract-ocr "${languages[@]/#/tesseract-ocr-}" | sort -u) ;;
	esac
	(cd .tools/debs && "${apt[@]}" download $packages >&2)
	for deb in .tools/debs/*.deb; do dpkg-deb -x "$deb" .tools; done
	rm -rf .tools/debs .tools/apt
	# What an installed Tesseract is told by name stands beside its own languages.
	[ ! -d .tools/usr/share/tesseract-ocr ] || [ -e "$(tessdata)/configs" ] || cp -r /usr/share/tesseract-ocr/*/tessdata/*configs "$(tessdata)/"
	for tool in "${tools[@]}" tesseract "${readers[@]}"; do
		[ -x ".tools/usr/bin/$tool" ] || continue
		printf '#!/bin/sh\nLD_LIBRARY_PATH="%s" TESSDATA_PREFIX="%s" exec "%s" "$@"\n' "$(ls -d "$PWD"/.tools/usr/lib/*-linux-gnu 2>/dev/null | head -n1)" \
			"$(tessdata)" "$PWD/.tools/usr/bin/$tool" >".tools/bin/$tool"
		chmod +x ".tools/bin/$tool"
	done
fi
missing=()
find_usable >/dev/null || missing+=(postgresql)
for tool in "${tools[@]}"; do have "$tool" || missing+=("$tool"); done
for reader in tesseract "${readers[@]}"; do have_reader "$reader" || missing+=("$reader"); done
for language in "${languages[@]}"; do have_language "$language" || missing+=("tesseract-ocr-$language"); done
[ "${#missing[@]}" -eq 0 ] || { echo "could not set up: ${missing[*]}" >&2; exit 1; }
