package service_test

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"
)

// wide is a text in UTF-16, the lesser byte first.
func wide(text string) string {
	var b strings.Builder
	for _, unit := range utf16.Encode([]rune(text)) {
		b.WriteByte(byte(unit))
		b.WriteByte(byte(unit >> 8))
	}
	return b.String()
}

// What is no document is refused by the name of what it is, wherever files are taken, and
// leaves nothing: no record, no file, not even a part of one.
func TestFilesThatAreRefusedLeaveNothing(t *testing.T) {
	w := sharedWorld(t)
	const documents, returns = "/api/tax-assistant/documents/", "/api/tax-assistant/returns/"
	kept := func() (files []string) {
		for _, folder := range []string{"blobs", "blobs.staging"} {
			err := filepath.WalkDir(filepath.Join(w.Config.DataDir, folder), func(path string, d fs.DirEntry, err error) error {
				if err == nil && !d.IsDir() {
					files = append(files, path)
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		return files
	}
	counted := func(path string) string {
		status, list, _ := w.get(t, "owner", path)
		if status != 200 || list["count"] == nil {
			t.Fatalf("%d %v", status, list)
		}
		return fmt.Sprint(list["count"])
	}
	before := fmt.Sprintln(len(kept()), counted(documents), counted(returns))
	zeros := strings.Repeat("\x00", 600)
	for name, c := range map[string]struct {
		file string
		said string // of its type, in the answer
	}{
		"an archive":              {string(officeOf(t, "letter.txt")), "application/zip"},
		"an archive of 7-Zip":     {"7z\xbc\xaf\x27\x1c\x00\x04" + zeros, "application/x-7z-compressed"},
		"an archive of RAR":       {"Rar!\x1a\x07\x01\x00" + zeros, "rar"},
		"a packed file":           {"\x1f\x8b\x08\x00\x00\x00\x00\x00" + zeros, "application/gzip"},
		"a cabinet":               {"MSCF\x00\x00\x00\x00" + zeros, "cab"},
		"a program of Windows":    {"MZ\x90\x00\x03\x00\x00\x00" + zeros, "executable"},
		"a program of Linux":      {"\x7fELF\x02\x01\x01\x00" + zeros, "application/x-elf"},
		"a program of macOS":      {"\xcf\xfa\xed\xfe\x07\x00\x00\x01" + zeros, "mach"},
		"a program for browsers":  {"\x00asm\x01\x00\x00\x00" + zeros, "application/wasm"},
		"an applet":               {"\xca\xfe\xba\xbe\x00\x00\x00\x34" + zeros, "java"},
		"an OLE file":             {"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + zeros + zeros + zeros, "ole"},
		"a note":                  {"\xe4\x52\x5c\x7b\x8c\xd8\xa7\x4d\xae\xb1\x53\x78\xd0\x29\x96\xd3" + zeros, "onenote"},
		"RTF":                     {`{\rtf1\ansi{\object\objdata 0105}}`, "rtf"},
		"PostScript":              {"%!PS-Adobe-3.0\n(x) run\n", "postscript"},
		"a shortcut":              {"L\x00\x00\x00\x01\x14\x02\x00\x00\x00\x00\x00\xc0\x00\x00\x00\x00\x00\x00F" + zeros, "shortcut"},
		"a film":                  {"\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00mp42isom" + zeros, "video/mp4"},
		"a moving picture":        {"GIF89a\x01\x00\x01\x00\x00\x00\x00;", "image/gif"},
		"a script of a shell":     {"#!/bin/sh\nexit\n", "shellscript"},
		"a script of PHP":         {"<?php system('x'); ?>", "php"},
		"HTML":                    {"<!DOCTYPE html><html></html>", "text/html"},
		"SVG":                     {`<svg xmlns="http://www.w3.org/2000/svg"/>`, "image/svg+xml"},
		"XHTML":                   {`<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body/></html>`, "application/xhtml+xml"},
		"HTML behind a mark":      {"\xef\xbb\xbf<!DOCTYPE html><html></html>", "text/html"},
		"HTML of wide characters": {"\xff\xfe" + wide("<!DOCTYPE html><html></html>"), "text/html"},
		"SVG behind a mark":       {"\xef\xbb\xbf" + `<svg xmlns="http://www.w3.org/2000/svg"/>`, "image/svg+xml"},
		"RTF behind a mark":       {"\xef\xbb\xbf" + `{\rtf1\ansi{\object\objdata 0105}}`, "rtf"},
		"a database":              {"SQLite format 3\x00" + zeros, "sqlite"},
		"a PDF within an archive": {"PK\x03\x04\x14\x00\x00\x00\x00\x00%PDF-1.4" + zeros, "application/zip"},
		"a PDF that runs": {strings.Replace(string(pdfOf("x")), "/Type /Catalog", "/Type /Catalog /OpenAction << /S /Launch /F (x) >>", 1),
			"run something"},
	} {
		for _, path := range []string{documents, returns} {
			status, got, _ := w.upload(t, "owner", path, []byte(c.file), nil)
			if said := fmt.Sprint(got["detail"]); status != 415 || !strings.Contains(said, c.said) {
				t.Errorf("%s at %s answers %d: %s", name, path, status, said)
			}
		}
	}
	for _, path := range []string{documents, returns} {
		if status, got, _ := w.upload(t, "owner", path, append(pdfOf("x"), make([]byte, 20<<20)...), nil); status != 413 {
			t.Errorf("too much at %s answers %d: %v", path, status, got)
		}
	}
	if after := fmt.Sprintln(len(kept()), counted(documents), counted(returns)); after != before {
		t.Errorf("files, documents and returns are %s, and were %s: %v", after, before, kept())
	}
}
