package token

// Matcher holds phrases, each with what it means.
type Matcher[T any] struct {
	root   node[T]
	begins Sieve
}

// Sieve tells of most words that they are not among those added, by their first and last
// byte and their length: a question's words are looked for in hundreds of lists, and stand
// in few.
type Sieve [16]uint64

// Add lets a word through.
func (s *Sieve) Add(word string) {
	i := sieved(word)
	s[i/64] |= 1 << (i % 64)
}

// May reports whether a word may have been added; false is certain.
func (s *Sieve) May(word string) bool {
	i := sieved(word)
	return s[i/64]&(1<<(i%64)) != 0
}

func sieved(word string) uint {
	if word == "" {
		return 0
	}
	return (uint(word[0])*31 + uint(word[len(word)-1])*131 + uint(len(word))*517) % 1024
}

type node[T any] struct {
	next   map[string]*node[T]
	values []T
}

// Add makes a phrase mean v, too.
func (m *Matcher[T]) Add(phrase string, v T) {
	at := &m.root
	for i, t := range Cut(phrase) {
		if i == 0 {
			m.begins.Add(t.Text)
		}
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
	if i < len(tokens) && !m.begins.May(tokens[i].Text) {
		return
	}
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
