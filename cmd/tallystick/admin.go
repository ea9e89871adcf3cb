package main

import (
	"context"
	"encoding/csv"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"time"

	_ "embed"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/cmd/tallystick/service"
	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/tax/all"
	"github.com/tallystick/tallystick/domain/tenancy"
	"github.com/tallystick/tallystick/eventstore"
	api "github.com/tallystick/tallystick/http"
	"github.com/tallystick/tallystick/projections"
)

func newID() string { return act.Compact(uuid.Must(uuid.NewV7())) }

// verb splits "issue --tenant x" into the verb and its flags.
func verb(args []string, verbs ...string) (string, []string, error) {
	for _, v := range verbs {
		if len(args) > 0 && args[0] == v {
			return v, args[1:], nil
		}
	}
	return "", nil, fmt.Errorf("say one of: %s", strings.Join(verbs, ", "))
}

// onlyFlags parses the flags of a command that takes nothing else: a word beside them is
// refused, rather than left unheard.
func onlyFlags(flags *flag.FlagSet, args []string) error {
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() == 0 {
		return nil
	}
	var known []string
	flags.VisitAll(func(f *flag.Flag) { known = append(known, "--"+f.Name) })
	if len(known) == 0 {
		known = []string{"no arguments"}
	}
	return fmt.Errorf("%s: what is %q? It takes %s", flags.Name(), flags.Arg(0), strings.Join(known, ", "))
}

func tenantCommand(ctx context.Context, args []string, out io.Writer) error {
	_, args, err := verb(args, "create")
	if err != nil {
		return err
	}
	flags := flag.NewFlagSet("tenant create", flag.ContinueOnError)
	name := flags.String("name", "", "name of the firm")
	zone := flags.String("time-zone", "UTC", "IANA time zone of its civil dates")
	adviser := flags.String("adviser", "", "who answers for its advice, until its settings say another")
	if err := onlyFlags(flags, args); err != nil {
		return err
	}
	return opened(ctx, func(ctx context.Context, s *service.Service) error {
		id := newID()
		t := &commands.Tenancy{Executor: s.Executor, Directory: s.Directory}
		done, err := t.CreateTenant(ctx, local(id), tenancy.CreateTenant{Name: *name, TimeZone: *zone, Adviser: *adviser})
		if err != nil {
			return err
		}
		if err := s.Directory.WaitFor(ctx, done.Position); err != nil {
			return err
		}
		token, principal, err := makePrincipal(ctx, s, id, *name+" owner", access.Owner)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "tenant    %s\nowner     %s\nkey       %s\n", id, principal, token)
		return nil
	})
}

func principalCommand(ctx context.Context, args []string, out io.Writer) error {
	_, args, err := verb(args, "create")
	if err != nil {
		return err
	}
	flags := flag.NewFlagSet("principal create", flag.ContinueOnError)
	tenant := flags.String("tenant", "", "id of the tenant; 0 for staff")
	name := flags.String("name", "", "name of the person or service")
	role := flags.String("role", "", "one of the eight roles; with --tenant 0 staff or superuser")
	if err := onlyFlags(flags, args); err != nil {
		return err
	}
	return opened(ctx, func(ctx context.Context, s *service.Service) error {
		if err := tenantExists(s, *tenant); err != nil {
			return err
		}
		token, id, err := makePrincipal(ctx, s, *tenant, *name, access.Role(*role))
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "principal %s\nkey       %s\n", id, token)
		return nil
	})
}

func tenantExists(s *service.Service, tenant string) error {
	if _, ok := s.Directory.Tenant(tenant); !ok && tenant != tenancy.Platform {
		return fmt.Errorf("no tenant %q", tenant)
	}
	return nil
}

func keyCommand(ctx context.Context, args []string, out io.Writer) error {
	what, args, err := verb(args, "issue", "list", "revoke")
	if err != nil {
		return err
	}
	flags := flag.NewFlagSet("key "+what, flag.ContinueOnError)
	tenant := flags.String("tenant", "", "id of the tenant; 0 for staff")
	principal := flags.String("principal", "", "whose key (issue, list)")
	label := flags.String("label", "", "what the key is for (issue)")
	key := flags.String("key", "", "id of the key (revoke)")
	if err := onlyFlags(flags, args); err != nil {
		return err
	}
	return opened(ctx, func(ctx context.Context, s *service.Service) error {
		if err := tenantExists(s, *tenant); err != nil {
			return err
		}
		t := &commands.Tenancy{Executor: s.Executor, Directory: s.Directory}
		switch what {
		case "issue":
			done, token, err := t.IssueKey(ctx, local(*tenant), tenancy.IssueKey{Principal: *principal, Label: *label})
			if err == nil {
				fmt.Fprintf(out, "id        %s\nkey       %s\n", done.ID, token)
			}
			return err
		case "revoke":
			_, err := t.RevokeKey(ctx, local(*tenant), *key, tenancy.RevokeKey{Reason: "command line"})
			return err
		}
		for _, k := range s.Directory.Keys(*tenant) {
			if *principal == "" || k.Principal == *principal {
				fmt.Fprintf(out, "%s  principal %s  created %s  revoked %v  %s\n", k.ID, k.Principal, k.CreatedAt.Format(time.RFC3339), k.Revoked,
					k.Label)
			}
		}
		return nil
	})
}

// rebuild has the read models made anew, beside what is read meanwhile, by the
// service that leads or the next one.
func rebuild(ctx context.Context, args []string, out io.Writer) error {
	all := projections.All(eventstore.Registry.Categories())
	if len(args) > 0 {
		all = slices.DeleteFunc(all, func(p projections.Projection) bool { return !slices.Contains(args, p.Name) })
		if len(all) != len(args) {
			return fmt.Errorf("of %s, only %d are read models", strings.Join(args, ", "), len(all))
		}
	}
	return opened(ctx, func(ctx context.Context, s *service.Service) error {
		why, err := s.DB.Held(ctx)
		if err != nil {
			return err
		}
		until := "until then it is read as it stands"
		if why != "" {
			until = "until then it is not read, for it is of another log"
		}
		for _, p := range all {
			if err := s.DB.Restart(ctx, p.Name, p.Version); err != nil {
				return err
			}
			fmt.Fprintf(out, "%s is rebuilt by the running service, or the next one; %s\n", p.Name, until)
		}
		return nil
	})
}

//go:embed catalogue.csv
var catalogueTable string

// catalogue compares the reviewed table with what the API declares.
func catalogue(_ context.Context, args []string, out io.Writer) error {
	rows, err := csv.NewReader(strings.NewReader(catalogueTable)).ReadAll()
	if err != nil {
		return err
	}
	served := map[string]bool{}
	for _, o := range declared().Operations() {
		served[o.Method+" "+strings.TrimSuffix(o.Path, "/")] = true
	}
	flags := flag.NewFlagSet("catalogue", flag.ContinueOnError)
	showAll := flags.Bool("all", false, "what is served too")
	if err := onlyFlags(flags, args); err != nil {
		return err
	}
	entries, whole := map[string]bool{}, map[string]bool{}
	for _, row := range rows[1:] {
		entry, operation, method, path := row[0], row[2], row[3], row[4]
		is := served[method+" "+strings.TrimSuffix(path, "/")]
		if _, seen := whole[entry]; !seen {
			whole[entry] = true
		}
		whole[entry] = whole[entry] && is
		entries[entry] = true
		if is || *showAll {
			mark := "served"
			if !is {
				mark = "-"
			}
			fmt.Fprintf(out, "%-6s %-6s %-6s %-66s %s\n", entry, mark, method, path, operation)
		}
	}
	servedEntries, total := 0, 0
	for entry := range entries {
		if strings.HasPrefix(entry, "x.") {
			continue
		}
		total++
		if whole[entry] {
			servedEntries++
		}
	}
	fmt.Fprintf(out, "%d of %d entries are served\n", servedEntries, total)
	return nil
}

// declared is the API without its stores: enough to know what it serves.
func declared() *api.Server {
	_, signer, err := newSigner("declared.example/log")
	if err != nil {
		panic(err) // the name is one
	}
	return api.New(api.Deps{
		Checkpoints: &commands.Checkpoints{Signer: signer},
		Log:         &eventstore.Log{Codec: &eventstore.Codec{Registry: eventstore.Registry}},
		Registry:    all.Registry(), Logger: slog.New(slog.DiscardHandler), Now: time.Now, Metrics: api.NewMetrics(),
		QuestionsPerS: 1, QuestionBurst: 1, Version: service.Version,
	})
}
