package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/tallystick/tallystick/cmd/tallystick/config"
	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/all"
	uspayroll "github.com/tallystick/tallystick/domain/tax/us/payroll"
)

// docs prints one of the documents that derive from the code.
func docs(ctx context.Context, args []string, out io.Writer) error {
	what, rest, err := verb(args, "roles", "catalogue", "settings", "coverage", "errors", "events")
	if err != nil {
		return err
	}
	if len(rest) > 0 {
		return fmt.Errorf("docs %s: what is %q?", what, rest[0])
	}
	fmt.Fprintf(out, "<!-- Derived from the code by `make generate`; not to be edited. -->\n")
	switch what {
	case "roles":
		docsRoles(out)
	case "settings":
		docsSettings(out)
	case "coverage":
		docsCoverage(out)
	case "errors":
		docsErrors(out)
	case "events":
		return docsEvents(out)
	case "catalogue":
		fmt.Fprint(out, "# Served operations\n\n```\n")
		if err := catalogue(ctx, nil, out); err != nil {
			return err
		}
		fmt.Fprint(out, "```\n")
	}
	return nil
}

func docsRoles(out io.Writer) {
	fmt.Fprint(out, "# Roles\n\nWhat each of the eight tenant roles, and the two account kinds of the platform, may do.\n\n| permission |")
	for _, r := range access.Table.Roles {
		fmt.Fprintf(out, " %s |", r)
	}
	fmt.Fprintf(out, "\n|---|%s\n", strings.Repeat("---|", len(access.Table.Roles)))
	for _, p := range access.Table.Permissions {
		fmt.Fprintf(out, "| `%s` |", p)
		for _, r := range access.Table.Roles {
			mark := " "
			if access.Table.Allows(r, p) {
				mark = "x"
			}
			fmt.Fprintf(out, " %s |", mark)
		}
		fmt.Fprintln(out)
	}
}

func docsSettings(out io.Writer) {
	fmt.Fprint(out, "# Settings\n\nRead from the environment; each also from a file named by `<NAME>_FILE`.\n\n| name | default | meaning |\n|---|---|---|\n")
	c, err := config.Load(nil)
	if err != nil {
		panic(err) // the defaults are sound
	}
	for _, s := range c.Settings() {
		fmt.Fprintf(out, "| `%s` | %s | %s |\n", s.Name, code(s.Default), s.Doc)
	}
}

func code(text string) string {
	if text == "" {
		return ""
	}
	return "`" + text + "`"
}

func docsCoverage(out io.Writer) {
	fmt.Fprint(out, "# Coverage\n\nEvery combination that is computed, with the tier it has earned. What is not listed is unavailable.\n\n"+
		"A line that names facts or kinds of income under \"only with\" is an exception to the line above it: such a request has that lower tier. "+
		"A fact counts when it is given with a value other than the assumed one.\n\n"+
		"| place | tax | years | region | only with | tier | why |\n|---|---|---|---|---|---|---|\n")
	for _, registry := range []*tax.Registry{all.Registry(), all.Payroll().Places()} {
		for _, j := range registry.All() {
			coverageLines(out, j.Code+" "+j.Name, j.Coverage)
		}
	}
	coverageLines(out, "US "+all.Registry().Find("US").Name, uspayroll.Coverage())
}

// coverageLines prints the rows of a place, those that differ in the year alone
// on one line.
func coverageLines(out io.Writer, place string, rows []tax.CoverageRow) {
	type kind struct{ tax, region, tier, why, except string }
	years := map[kind][]string{}
	excepted := map[kind][]tax.Exception{}
	var order []kind
	for _, row := range rows {
		taxType := row.TaxType
		if taxType == "" {
			taxType = "individual_income"
		}
		k := kind{taxType, row.Region, string(row.Tier), row.Why, fmt.Sprint(row.Except)}
		if years[k] == nil {
			order = append(order, k)
		}
		years[k], excepted[k] = append(years[k], row.TaxYear), row.Except
	}
	for _, k := range order {
		line := func(with, tier, why string) {
			fmt.Fprintf(out, "| %s | %s | %s | %s | %s | %s | %s |\n", place, k.tax, strings.Join(years[k], ", "), k.region, with, tier,
				strings.ReplaceAll(why, "|", "\\|"))
		}
		line("", k.tier, k.why)
		for _, e := range excepted[k] {
			line(onlyWith(e), string(e.Tier), e.Why)
		}
	}
}

// onlyWith names what an exception applies to.
func onlyWith(e tax.Exception) string {
	kinds := make([]string, len(e.Kinds))
	for i, k := range e.Kinds {
		kinds[i] = string(k)
	}
	var parts []string
	if len(kinds) > 0 {
		parts = append(parts, "income: "+strings.Join(kinds, ", "))
	}
	for _, b := range e.Bases {
		parts = append(parts, "income_basis: "+string(b))
	}
	if len(e.Facts) > 0 {
		parts = append(parts, "facts: "+strings.Join(e.Facts, ", "))
	}
	return strings.Join(parts, "; ")
}

func docsErrors(out io.Writer) {
	fmt.Fprint(out, "# Error codes\n\nThe `code` of a problem; never renamed.\n\n| code | title |\n|---|---|\n")
	for _, c := range fault.Codes() {
		fmt.Fprintf(out, "| `%s` | %s |\n", c.Name(), c.Title())
	}
}
