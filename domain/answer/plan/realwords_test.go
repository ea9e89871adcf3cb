package plan

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/answer/token"
	"github.com/tallystick/tallystick/domain/tax/all"
)

var dictionaries = flag.String("dictionaries", "", "a folder of word lists <language>.txt, a word a line, from which the list of real words is written anew")

// The real words are those of the languages that lie one letter beside a word that
// means something; with -dictionaries they are written anew.
func TestRealWordsLieBesideMeaning(t *testing.T) {
	p := New(all.Jurisdictions())
	near := func(l *lexicon.Language, word string) (found bool) {
		p.spelling.near(word, l.Code, func(m string) { found = found || editOf(word, m) != noEdit })
		return found
	}
	if *dictionaries == "" {
		for i := range p.lex.Languages {
			l := &p.lex.Languages[i]
			strays := 0
			real := p.lex.Real(l.Code)
			if real == nil {
				continue
			}
			for word := range real.Beside {
				if !near(l, word) {
					strays++
				}
			}
			if n := len(real.Beside); strays > n/4 {
				t.Errorf("%s: %d of %d real words lie beside nothing; write the list anew", l.Code, strays, n)
			}
		}
		return
	}
	var out bytes.Buffer
	packed, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	for i := range p.lex.Languages {
		l := &p.lex.Languages[i]
		list, err := os.Open(filepath.Join(*dictionaries, l.Code+".txt"))
		if err != nil {
			continue
		}
		var kept []string
		for lines := bufio.NewScanner(list); lines.Scan(); {
			cut := token.Cut(lines.Text())
			if len(cut) == 1 && cut[0].Kind == token.Word && !p.spelling.known[cut[0].Text] && near(l, cut[0].Text) {
				kept = append(kept, cut[0].Text)
			}
		}
		list.Close()
		slices.Sort(kept)
		packed.Write([]byte("# " + l.Code + "\n"))
		for _, word := range p.spelling.meant(l.Code) {
			packed.Write([]byte("=" + word + "\n"))
		}
		for _, word := range slices.Compact(kept) {
			packed.Write([]byte(word + "\n"))
		}
	}
	if err := packed.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("../lexicon/data/realwords.txt.gz", out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}
