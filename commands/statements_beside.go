package commands

import (
	"context"
	"slices"

	"github.com/tallystick/tallystick/domain/act"
	docs "github.com/tallystick/tallystick/domain/documents"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/readmodels"
)

// neighbours are the statements of other documents of the same accounts.
func (x *Documents) neighbours(ctx context.Context, tenant string, site int64, id string,
	statements []docs.Statement) (out []docs.Neighbour, err error) {
	var accounts []string
	for _, s := range statements {
		if s.Account.Plain != "" && !slices.Contains(accounts, s.Account.Plain) {
			accounts = append(accounts, s.Account.Plain)
		}
	}
	if len(accounts) == 0 {
		return nil, nil
	}
	rows, err := x.DB.NeighboursOf(ctx, tenant, site, id, accounts)
	for _, r := range rows {
		out = append(out, docs.Neighbour{Document: r.Document, Account: r.Account, Currency: r.Currency, From: r.From.String(), To: r.To.String(),
			Opening: r.Opening, Closing: r.Closing})
	}
	return out, err
}

// lookBeside has the checks of the statements next to those of a document run again, where
// they named a gap: the document may be what was missing.
func (x *Documents) lookBeside(ctx context.Context, c Caller, site int64, id string, statements []docs.Statement) error {
	if err := x.caughtUpWith(ctx, []string{docs.Category.Name}, readmodels.Statements.Projection); err != nil {
		return err
	}
	others, err := x.neighbours(ctx, c.Tenant, site, id, statements)
	if err != nil {
		return err
	}
	for _, other := range docs.NextTo(statements, others) {
		_, err := x.decide(ctx, c, "documents.look_beside", "", other, id, func(s docs.State, _ act.Context, k docs.Known) ([]event.Payload, error) {
			if s.Status != docs.StatusExtracted || !slices.Contains(s.Checks, docs.Check{Code: docs.StatementGap}) {
				return nil, nil
			}
			return docs.Validate{}.Decide(s, k)
		})
		if err != nil {
			return err
		}
	}
	return nil
}
