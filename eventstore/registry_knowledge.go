package eventstore

import (
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/inquiry"
	"github.com/tallystick/tallystick/domain/memo"
	"github.com/tallystick/tallystick/domain/notice"
	"github.com/tallystick/tallystick/domain/planning"
	"github.com/tallystick/tallystick/domain/tax/overlay"
)

// knowledge lists the categories of the corpus, research, law changes and obligations.
var knowledge = []event.Category{notice.Category, inquiry.Category, planning.Category, overlay.Category, memo.Category}
