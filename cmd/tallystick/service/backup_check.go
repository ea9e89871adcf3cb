package service

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/tallystick/tallystick/eventstore/transfer"
)

// CheckBackup reads the keys and the files of a backup, and its log where that is lines,
// whole, before anything is written by them: what a damaged one has begun would have to be emptied
// again. A node's files are read where they are copied to.
func CheckBackup(ctx context.Context, dir string, m Manifest) error {
	keys, err := m.openVault(dir)
	if err != nil {
		return fmt.Errorf("the backup is damaged, and nothing of it was restored: %w", err)
	}
	keys.Close()
	if m.Files != nil {
		if err := checkFiles(dir, m); err != nil {
			return fmt.Errorf("the backup is damaged, and nothing of it was restored: %w", err)
		}
	}
	if m.Log.Form != formLines {
		return nil
	}
	in, err := os.Open(filepath.Join(dir, logLines))
	if err != nil {
		return err
	}
	defer in.Close()
	events, chain, err := transfer.Digest(ctx, transfer.NewLines(in))
	if err == nil {
		err = m.compareLog(events, chain)
	}
	if err != nil {
		return fmt.Errorf("the backup is damaged, and nothing of it was restored: %s: %w", logLines, err)
	}
	return nil
}

// openVault opens the keys of a backup, which are those that the manifest names.
func (m Manifest) openVault(dir string) (*os.File, error) {
	text, err := os.Open(filepath.Join(dir, vaultFile))
	if err != nil {
		return nil, err
	}
	hash := sha256.New()
	if _, err = io.Copy(hash, bufio.NewReader(text)); err == nil {
		if sum := hex.EncodeToString(hash.Sum(nil)); sum != m.Vault.SHA256 {
			err = fmt.Errorf("%s has SHA-256 %s; the manifest says %s", vaultFile, sum, m.Vault.SHA256)
		} else {
			_, err = text.Seek(0, io.SeekStart)
		}
	}
	if err != nil {
		return nil, errors.Join(err, text.Close())
	}
	return text, nil
}
