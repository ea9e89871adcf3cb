package projections

import (
	"github.com/tallystick/tallystick/domain/answerrecord"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/privacy"
	"github.com/tallystick/tallystick/readmodels"
)

// Answers lists the answers that were given.
func Answers() Projection {
	return Redacting(Projection{
		Name: "answers", Version: 1, Tables: []readmodels.Table{readmodels.Answers.Table}, Categories: []string{answerrecord.Category.Name},
		Handle: func(e event.Recorded, b *readmodels.Batch) error {
			s, _ := event.ParseStream(e.Stream)
			if p, ok := e.Payload.(answerrecord.Given); ok {
				readmodels.Answers.Add(b, readmodels.AnswerRow{
					Tenant: s.Tenant, ID: s.ID, Site: e.Meta.Site, AskedBy: e.Meta.Principal, AskedAt: e.Meta.Time, Question: p.Question.String(),
					Status: p.Status, Mode: p.Mode, Coverage: p.Coverage, Review: p.Review,
					Jurisdictions: p.Jurisdiction, TaxYears: p.TaxYears, TaxTypes: p.TaxTypes, BodySHA256: p.BodySHA256,
				})
			}
			return nil
		},
	}, func(tenant, subject string, b *readmodels.Batch) {
		if kind, id, err := privacy.Parse(subject); err == nil && kind == "principal" {
			b.RedactAnswers(tenant, id)
		}
	})
}
