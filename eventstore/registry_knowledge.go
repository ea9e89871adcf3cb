package eventstore

import "github.com/tallystick/tallystick/domain/event"

// knowledge lists the categories of the corpus, research, law changes and obligations.
var knowledge = []event.Category{}
