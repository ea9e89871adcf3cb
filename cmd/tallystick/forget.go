package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"

	"github.com/tallystick/tallystick/cmd/tallystick/service"
	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/commerce"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/privacy"
	"github.com/tallystick/tallystick/domain/retention"
)

// forget makes a subject's data unreadable everywhere, unless something holds it.
func forget(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("forget", flag.ContinueOnError)
	tenant := flags.String("tenant", "", "id of the tenant")
	subject, customer := subjectFlags(flags)
	reason := flags.String("reason", "", "why; no personal data")
	acknowledge := flags.String("acknowledge", "", "why, although a retention period is not known")
	if err := onlyFlags(flags, args); err != nil {
		return err
	}
	if err := named(subject, *customer); err != nil {
		return err
	}
	return opened(ctx, func(ctx context.Context, s *service.Service) error {
		if err := tenantExists(s, *tenant); err != nil {
			return err
		}
		done, err := privacyOf(s).Forget(ctx, local(*tenant), privacy.Forget{Subject: *subject, Reason: *reason, Acknowledge: *acknowledge})
		if f := fault.As(err); f != nil && f.Code == fault.Blocked {
			fmt.Fprintf(out, "%s is not forgotten: %s\n", *subject, f.Detail)
			for _, b := range f.Blockers {
				fmt.Fprintf(out, "  %-18s %-40s %s\n", b.Code, b.Resource, b.Message)
			}
			return fmt.Errorf("%s", f.Code.Name())
		}
		if err != nil {
			return err
		}
		// The event is durable; a running service destroys the key as well, so this
		// may be cut off anywhere.
		if err := s.Vault.Destroy(ctx, *tenant, *subject); err != nil {
			return fmt.Errorf("%s is forgotten; its key will be destroyed when the vault is back: %w", *subject, err)
		}
		if done.Nothing {
			fmt.Fprintf(out, "%s had been forgotten already; its key is gone\n", *subject)
			return nil
		}
		fmt.Fprintf(out, "%s is forgotten; its key is gone\n", *subject)
		return nil
	})
}

func subjectFlags(flags *flag.FlagSet) (subject, customer *string) {
	return flags.String("subject", "", "principal-<id of a principal>, client-<id of a case> or snapshot-<id of a committed checkout>"),
		flags.String("customer", "", "instead of a subject: your own id of the customer, as carts and exemptions give it")
}

// named makes a customer's id the subject.
func named(subject *string, customer string) error {
	if customer == "" {
		return nil
	}
	if *subject != "" {
		return errors.New("say either --subject or --customer")
	}
	*subject = commerce.CustomerSubject(customer)
	return nil
}

// hold places or lifts a legal hold.
func hold(ctx context.Context, args []string, out io.Writer) error {
	what, args, err := verb(args, "place", "lift")
	if err != nil {
		return err
	}
	flags := flag.NewFlagSet("hold "+what, flag.ContinueOnError)
	tenant := flags.String("tenant", "", "id of the tenant")
	subject, customer := subjectFlags(flags)
	reason := flags.String("reason", "", "why; no personal data")
	if err := onlyFlags(flags, args); err != nil {
		return err
	}
	if err := named(subject, *customer); err != nil {
		return err
	}
	return opened(ctx, func(ctx context.Context, s *service.Service) error {
		if err := tenantExists(s, *tenant); err != nil {
			return err
		}
		if what == "lift" {
			_, err = privacyOf(s).LiftHold(ctx, local(*tenant), privacy.LiftHold{Subject: *subject, Reason: *reason})
		} else {
			_, err = privacyOf(s).PlaceHold(ctx, local(*tenant), privacy.PlaceHold{Subject: *subject, Reason: *reason})
		}
		return err
	})
}

func privacyOf(s *service.Service) *commands.Privacy {
	return &commands.Privacy{Executor: s.Executor, Log: s.Log, Directory: s.Directory, Table: retention.Embedded()}
}
