package state

// Forget drops what was read of a state's law, so that what a test changed in it is read.
func (e *Entry) Forget() {
	for i := range e.law {
		e.law[i].Store(nil)
	}
}
