package readmodels

import "time"

// AnswerRow is a recorded answer in the list. Question is the asker's personal data,
// and empty once they are forgotten.
type AnswerRow struct {
	Tenant        string    `db:"tenant" json:"-"`
	ID            string    `db:"id" json:"id"`
	Site          int64     `db:"site" json:"site" doc:"0: tenant-wide."`
	AskedBy       string    `db:"asked_by" list:"filter" json:"asked_by"`
	AskedAt       time.Time `db:"asked_at" list:"default" json:"asked_at"`
	Question      string    `db:"question" list:"search" json:"question" doc:"Empty once the asker is forgotten."`
	Status        string    `db:"status" list:"count" json:"verification_status"`
	Mode          string    `db:"mode" json:"answer_mode"`
	Coverage      string    `db:"coverage" list:"filter" json:"coverage_status"`
	Review        bool      `db:"review" json:"human_review_required"`
	Jurisdictions []string  `db:"jurisdictions" json:"jurisdictions" nullable:"false"`
	TaxYears      []string  `db:"tax_years" json:"tax_years" nullable:"false"`
	TaxTypes      []string  `db:"tax_types" json:"tax_types" nullable:"false"`
	BodySHA256    string    `db:"body_sha256" json:"body_sha256" doc:"Of the answer's bytes; a case pins it."`
}

// Answers has one row an answer that was given.
var Answers = Define[AnswerRow]("answers", "answers")

// RedactAnswers blanks what a forgotten principal asked.
func (b *Batch) RedactAnswers(tenant, principal string) {
	Answers.ChangeAll(b, Set{"question": ""}, map[string]any{"tenant": tenant, "asked_by": principal})
}
