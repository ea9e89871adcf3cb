package eventstore

import (
	"github.com/tallystick/tallystick/domain/compliance"
	"github.com/tallystick/tallystick/domain/corpus"
	"github.com/tallystick/tallystick/domain/coverage"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/inquiry"
	"github.com/tallystick/tallystick/domain/memo"
	"github.com/tallystick/tallystick/domain/notice"
	"github.com/tallystick/tallystick/domain/obligation"
	"github.com/tallystick/tallystick/domain/planning"
	"github.com/tallystick/tallystick/domain/tax/overlay"
)

// knowledge lists the categories of the corpus, research, law changes and obligations.
var knowledge = []event.Category{notice.Category, inquiry.Category, planning.Category, overlay.Category, memo.Category, coverage.Category,
	obligation.Category, compliance.Refreshes, corpus.Sources, corpus.Releases, corpus.Lives}
