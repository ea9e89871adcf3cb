package http

import "bytes"

// running are the names by which a PDF says openly that it is encrypted or runs something.
var running = [...]string{"/Encrypt", "/JavaScript", "/Launch"}

// namesKept is how many bytes the longest of running may take, each letter hidden, but one.
const namesKept = 3*len("/JavaScript") - 1

// names looks in what is written to it for a name of running, its letters as they are or
// as the names of a PDF may hide them: #61 is a.
type names struct {
	found bool
	kept  []byte // the end of what came before
}

func (n *names) Write(p []byte) (int, error) {
	if n.found {
		return len(p), nil
	}
	if len(n.kept) > 0 { // a name that begins before p
		seam := append(n.kept, p[:min(len(p), namesKept)]...)
		n.found = named(seam)
	}
	n.found = n.found || named(p)
	if len(p) >= namesKept {
		n.kept = append(n.kept[:0], p[len(p)-namesKept:]...)
	} else {
		n.kept = append(n.kept, p...)
		n.kept = append(n.kept[:0], n.kept[max(len(n.kept)-namesKept, 0):]...)
	}
	return len(p), nil
}

// named reports whether a name of running begins in text.
func named(text []byte) bool {
	for {
		at := bytes.IndexByte(text, '/')
		if at < 0 {
			return false
		}
		text = text[at:]
		for _, name := range running {
			if begins(text, name) {
				return true
			}
		}
		text = text[1:]
	}
}

// begins reports whether text begins with a name, its letters hidden or not.
func begins(text []byte, name string) bool {
	at := 1
	for i := 1; i < len(name); i++ {
		switch {
		case at < len(text) && text[at] == name[i]:
			at++
		case at+2 < len(text) && text[at] == '#' && digit(text[at+1])<<4|digit(text[at+2]) == int(name[i]):
			at += 3
		default:
			return false
		}
	}
	return true
}

// digit is what a hexadecimal digit stands for; of what is none, more than a byte.
func digit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return 1 << 16
}
