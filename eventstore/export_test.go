package eventstore

// SetPage bounds how many events a load asks for at once.
func (l *Log) SetPage(events int) { l.page = events }

// OpensCount is how many types begin streams.
func OpensCount() int { return len(opens) }
