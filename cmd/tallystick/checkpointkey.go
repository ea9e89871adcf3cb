package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/tallystick/tallystick/cmd/tallystick/config"
	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/eventstore/proof"
)

// checkpointKey makes keys that sign checkpoints. A private key is only ever
// written to a new file that its owner alone can read.
func checkpointKey(ctx context.Context, args []string, out io.Writer) error {
	what, args, err := verb(args, "new", "rotate", "show")
	if err != nil {
		return err
	}
	flags := flag.NewFlagSet("checkpoint-key "+what, flag.ContinueOnError)
	name := flags.String("name", "", "name of the log, such as example.com/tallystick (new)")
	tree := flags.String("tree", "", "id of a tenant, or top: the key in that tree's name, as verifiers of signed notes take it (show)")
	file := flags.String("out", "", "new file for the private key (new, rotate)")
	if err := onlyFlags(flags, args); err != nil {
		return err
	}
	if what == "new" {
		private, signer, err := newSigner(*name)
		if err != nil {
			return err
		}
		return announce(out, *file, private, signer)
	}
	c, err := loadWithDemoKey()
	if err != nil {
		return err
	}
	signer, err := c.CheckpointSigner()
	if err != nil {
		return err
	}
	if signer == nil {
		return errors.New("no key is set in TALLYSTICK_CHECKPOINT_KEY")
	}
	if what == "show" {
		public := signer.PublicKey()
		if *tree != "" {
			if public, err = proof.VerifierKey(public, *tree); err != nil {
				return err
			}
		}
		fmt.Fprintln(out, public)
		return nil
	}
	private, next, err := newSigner(signer.Log())
	if err != nil {
		return err
	}
	if err := announce(out, *file, private, next); err != nil {
		return err
	}
	return openedLog(ctx, func(c config.Config, store *eventstore.Store) error {
		log, err := markedLog(c, store)
		if err != nil {
			return err
		}
		if begun, err := log.Marks(ctx); err != nil || log.OtherMarks() || begun && log.Key == nil {
			return errors.Join(err, errors.New("TALLYSTICK_MASTER_KEY: the service's own is needed, since every event carries its mark"))
		}
		x := &commands.Checkpoints{Log: log, Signer: signer, Now: time.Now}
		if err := x.Rotate(ctx, next); err != nil {
			return err
		}
		fmt.Fprintln(out, "The rotation stands in the log. Restart the service with the new key; until then the old one signs.")
		return nil
	})
}

func newSigner(name string) (private string, s *proof.Signer, err error) {
	if private, _, err = proof.NewKey(rand.Reader, name); err != nil {
		return "", nil, err
	}
	s, err = proof.ParseSigner(private)
	return private, s, err
}

func announce(out io.Writer, file, private string, s *proof.Signer) error {
	if file == "" {
		return errors.New("say --out FILE for the private key")
	}
	if err := writeNew(file, private+"\n"); err != nil {
		return err
	}
	fmt.Fprintf(out, "private key  %s (for TALLYSTICK_CHECKPOINT_KEY_FILE)\npublic key   %s\n", file, s.PublicKey())
	return nil
}

// writeNew writes a file that was not there, for its owner's eyes.
func writeNew(path, content string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString(content)
	return errors.Join(err, f.Sync(), f.Close())
}

const checkpointKeyFile = "checkpoint.key"

// demoCheckpointKey reads the demo's key, drawing it the first time.
func demoCheckpointKey(dataDir string) (string, error) {
	path := filepath.Join(dataDir, checkpointKeyFile)
	key, err := os.ReadFile(path)
	if !errors.Is(err, os.ErrNotExist) {
		return strings.TrimSpace(string(key)), err
	}
	unique := make([]byte, 4)
	rand.Read(unique) // never fails
	private, _, err := newSigner("demo.tallystick.invalid/" + hex.EncodeToString(unique))
	if err != nil {
		return "", err
	}
	return private, writeNew(path, private+"\n")
}
