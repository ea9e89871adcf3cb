package projections

// knowledge lists the projections of the corpus, research, law changes and obligations.
func knowledge() []Projection { return nil }
