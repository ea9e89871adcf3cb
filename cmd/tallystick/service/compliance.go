package service

import (
	"context"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/compliance"
	"github.com/tallystick/tallystick/reactors/jobs"
)

// refreshes is the work of a refresh: it asks for a look at the sources of the law,
// and works the proofs out anew.
func (s *Service) refreshes(ctx context.Context, t *jobs.Task) (string, error) {
	const result = "/api/tax-assistant/compliance/"
	caller := func(step string) (commands.Caller, error) {
		c := t.Caller(step)
		for _, p := range s.Directory.Principals(t.Tenant) {
			if p.ID == t.Principal && !p.Disabled {
				c.Role = p.Role
				return c, nil
			}
		}
		return c, jobs.Final("principal_gone", "who asked for the refresh may not act any more")
	}
	c, err := caller("law")
	if err != nil {
		return "", err
	}
	h, err := commands.RefreshKind.Load(ctx, s.Log, c, t.RecordID)
	if err != nil || h.State.Ended != nil {
		return result, err
	}
	run, err := (&commands.Legislative{Executor: s.Executor}).RequestRun(ctx, c, []string{})
	if err != nil {
		return "", err
	}
	if c, err = caller("verify"); err != nil {
		return "", err
	}
	proofs := &commands.AuditProofs{Books: s.API.Books(), Proofs: s.Checkpoints}
	verified, failed, err := proofs.VerifyAll(ctx, c, t.Progress)
	if err != nil {
		return "", err
	}
	if c, err = caller("end"); err != nil {
		return "", err
	}
	_, _, err = commands.FinishRefresh.Do(ctx, s.Executor, c, t.RecordID,
		compliance.Finish{End: compliance.End{Verified: verified, Failed: failed, LawRun: run.ID}})
	return result, err
}
