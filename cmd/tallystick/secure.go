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
	"github.com/tallystick/tallystick/cmd/tallystick/service"
	"github.com/tallystick/tallystick/eventstore"
)

// logCommand is what an operator does to the event log itself.
func logCommand(ctx context.Context, args []string, out io.Writer) error {
	if len(args) == 1 && args[0] == "mark" {
		return openedLog(ctx, func(c config.Config, store *eventstore.Store) error { return markLog(ctx, c, store, out) })
	}
	if len(args) == 0 || args[0] != "secure" {
		return errors.New("say: log secure --admin esdb://…, or log mark")
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

// markLog has every event from here on carry the service's mark.
func markLog(ctx context.Context, c config.Config, store *eventstore.Store, out io.Writer) error {
	log, err := markedLog(c, store)
	if err != nil {
		return err
	}
	if log.Key == nil {
		return errors.New("TALLYSTICK_MASTER_KEY: the service's own is needed, from which the key of the marks derives")
	}
	begun, err := log.BeginMarks(ctx, time.Now(), true)
	if err != nil {
		return err
	}
	if !begun {
		return errors.New("the log's marks have begun with another master key")
	}
	fmt.Fprintln(out, "every event from here on carries the service's mark; one that does not is damage")
	return nil
}

// markedLog is the log as the service of this configuration writes it.
func markedLog(c config.Config, store *eventstore.Store) (*eventstore.Log, error) {
	key, err := service.MarkKey(c)
	if err != nil {
		return nil, err
	}
	return &eventstore.Log{Store: store, Codec: &eventstore.Codec{Registry: eventstore.Registry, Key: key}}, nil
}
