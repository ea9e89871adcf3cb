package token

// Matcher holds phrases, each with what it means.
type Matcher[T any] struct{ root node[T] }

type node[T any] struct {
	next   map[string]*node[T]
	values []T
}

// Add makes a phrase mean v, too.
func (m *Matcher[T]) Add(phrase string, v T) {
	at := &m.root
	for _, t := range Cut(phrase) {
		if at.next == nil {
			at.next = map[string]*node[T]{}
		}
		child := at.next[t.Text]
		if child == nil {
			child = &node[T]{}
			at.next[t.Text] = child
		}
		at = child
	}
	if at != &m.root {
		at.values = append(at.values, v)
	}
}

// At calls found for every phrase that begins at token i, shorter ones first.
func (m *Matcher[T]) At(tokens []Token, i int, found func(values []T, n int)) {
	at := &m.root
	for n := i; n < len(tokens); n++ {
		at = at.next[tokens[n].Text]
		if at == nil {
			return
		}
		if len(at.values) > 0 {
			found(at.values, n-i+1)
		}
	}
}

// Words calls f for every word of every phrase, some more than once.
func (m *Matcher[T]) Words(f func(word string)) { m.root.words(f) }

func (n *node[T]) words(f func(word string)) {
	for word, next := range n.next {
		f(word)
		next.words(f)
	}
}
