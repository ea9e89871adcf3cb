package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/tallystick/tallystick/cmd/tallystick/config"
	"github.com/tallystick/tallystick/eventstore"
)

// logCommand is what an operator does to the event log itself.
func logCommand(ctx context.Context, args []string, out io.Writer) error {
	if len(args) == 0 || args[0] != "secure" {
		return errors.New("say: log secure --admin esdb://…")
	}
	flags := flag.NewFlagSet("log secure", flag.ContinueOnError)
	admin := flags.String("admin", "", "esdb://… of the cluster, as an admin")
	adminFile := flags.String("admin-file", "", "instead, a file with that address")
	user := flags.String("user", "tallystick", "name of the service's own user")
	passwordFile := flags.String("password-file", "", "file with that user's password")
	if err := flags.Parse(args[1:]); err != nil {
		return err
	}
	if *adminFile != "" {
		text, err := os.ReadFile(*adminFile)
		if err != nil {
			return err
		}
		*admin = strings.TrimSpace(string(text))
	}
	if *admin == "" || *passwordFile == "" || flags.NArg() > 0 {
		return errors.New("say --admin esdb://… and --password-file FILE")
	}
	text, err := os.ReadFile(*passwordFile)
	if err != nil {
		return err
	}
	password := strings.TrimSpace(string(text))
	if password == "" {
		return fmt.Errorf("%s is empty", *passwordFile)
	}
	store, err := eventstore.Connect(eventstore.Config{URL: *admin, Deadline: 10 * time.Second,
		Logger: logger(config.Config{LogLevel: "error"})})
	if err != nil {
		return err
	}
	defer store.Close()
	created, err := store.CreateUser(ctx, *user, password)
	if err != nil {
		return err
	}
	changed, err := store.Secure(ctx, *user)
	if err != nil {
		return err
	}
	say := map[bool]string{true: "was made", false: "was there already; its password stays"}
	fmt.Fprintf(out, "user %s %s\n", *user, say[created])
	say = map[bool]string{true: "are set", false: "were set already"}
	fmt.Fprintf(out, "rights %s: %s may read and append; only admins may delete, end or describe streams\n", say[changed], *user)
	fmt.Fprintf(out, "put %s, with this user and password, into EVENTSTORE_URL\n", eventstore.Redacted(*admin))
	return nil
}
