package main

import (
	"archive/zip"
	"encoding/base64"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/feeds"
	"github.com/tallystick/tallystick/eventstore/proof"
)

// wordsBytesMax bounds what is read of an entry that is neither log, manifest nor file.
const wordsBytesMax = 1 << 20

// verifyWords holds what a bundle says beside its evidence to what the service writes: the
// README is its own, each key is whole (it has its hash in it), and each rotation is signed
// by both its keys and leads to one that is trusted. None of that has to be there. Rotations
// let the log's later keys be trusted by who holds an earlier one; keys.txt gives no trust.
func verifyWords(archive *zip.Reader, ring *proof.Keyring) error {
	var rotations [][]byte
	for _, f := range archive.File {
		rotation := strings.HasPrefix(f.Name, "rotations/") && !strings.HasSuffix(f.Name, "/")
		if !rotation && !slices.Contains([]string{"README.txt", "keys.txt", "checkpoint.txt"}, f.Name) {
			continue
		}
		text, err := words(f)
		switch {
		case err != nil:
			return err
		case f.Name != "README.txt" && f.Name != "keys.txt" && !strictlySigned(string(text)):
			return fmt.Errorf("%s has signatures that are not written as the service does", f.Name)
		case rotation:
			rotations = append(rotations, text)
		case f.Name == "README.txt" && string(text) != feeds.EvidenceReadme:
			return fmt.Errorf("%s is not what the service writes", f.Name)
		case f.Name == "keys.txt" && !wholeKeys(string(text)):
			return fmt.Errorf("%s is not a list of public keys as the service writes it", f.Name)
		}
	}
	if unknown := ring.Follow(rotations...); unknown > 0 {
		return fmt.Errorf("%d of %d rotations are not signed by both keys, or lead to none that is trusted", unknown, len(rotations))
	}
	return nil
}

// words reads an entry.
func words(f *zip.File) ([]byte, error) {
	in, err := f.Open()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name, err)
	}
	defer in.Close()
	text, err := io.ReadAll(io.LimitReader(in, wordsBytesMax))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name, err)
	}
	return text, nil
}

// strictlySigned reports whether the signatures of a note are base64 of which no letter could
// be another one: readers of notes pass over the last letter's unused bits.
func strictlySigned(text string) bool {
	for l := range strings.Lines(text) {
		l, ok := strings.CutPrefix(strings.TrimSuffix(l, "\n"), "— ")
		if !ok {
			continue
		}
		_, signature, _ := strings.Cut(l, " ")
		if _, err := base64.StdEncoding.Strict().DecodeString(signature); err != nil {
			return false
		}
	}
	return true
}

// wholeKeys reports whether a text is public keys, one a line.
func wholeKeys(text string) bool {
	lines := strings.Split(text, "\n")
	said := &proof.Keyring{}
	for _, l := range lines[:len(lines)-1] {
		if said.Trust(l) != nil {
			return false
		}
	}
	return slices.Equal(lines, append(said.Public(), ""))
}
