package documents

import (
	"bytes"
	"context"
	"image"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"sync"
	"testing"

	docs "github.com/tallystick/tallystick/domain/documents"
	"github.com/tallystick/tallystick/domain/documents/reading"
)

// tally is what became of the dates and totals of some receipts.
type tally struct{ values, accepted, wrong int }

func (c *tally) count(t *testing.T, what string, o docs.Outcome, want truth) {
	for name, value := range map[string]string{reading.Date: want.date, reading.Gross: want.gross} {
		c.values++
		for _, f := range o.Found {
			if f.Name == name && f.Score < docs.AcceptScore && testing.Verbose() {
				t.Logf("%s: %s %q is refused as %s (%d), and is %s", what, name, f.Raw, f.Value, f.Score, value)
			}
			if f.Name != name || f.Score < docs.AcceptScore {
				continue
			}
			c.accepted++
			if f.Value != value {
				c.wrong++
				t.Logf("%s: %s %q is accepted as %s, and is %s", what, name, f.Raw, f.Value, value)
			}
		}
	}
}

// hold asks for what is promised: of accepted values at most one in a hundred is
// wrong, and enough are accepted.
func (c tally) hold(t *testing.T, what string, least int) {
	t.Logf("%s: %d of %d dates and totals accepted (%d %%), %d of them wrong", what, c.accepted, c.values, c.accepted*100/max(c.values, 1),
		c.wrong)
	if c.wrong*100 > c.accepted {
		t.Errorf("%s: %d of %d accepted values are wrong", what, c.wrong, c.accepted)
	}
	if c.accepted*100 < least*c.values {
		t.Errorf("%s: only %d of %d values are accepted, less than %d %%", what, c.accepted, c.values, least)
	}
}

const accuracySeed = 20261122

// The rules alone, on the words of receipts of merchants that they were not made on.
func TestRulesOnHeldOutReceipts(t *testing.T) {
	t.Logf("seed %d", accuracySeed)
	r := rand.New(rand.NewPCG(accuracySeed, 1))
	var c tally
	for range 2000 {
		k := &tills[r.IntN(len(tills))]
		lines, want := receipt(r, k, k.heldOut[r.IntN(len(k.heldOut))])
		text := ""
		for _, l := range lines {
			text += l + "\n"
		}
		c.count(t, k.language+"/"+k.currency, docs.OutcomeOf([]reading.Page{reading.PageOfText(text)}, "", "text_layer", ""), want)
	}
	c.hold(t, "2000 receipts as text", 70)
}

// As scans and as photographs, through the recognition of letters. More of them by
// TALLYSTICK_RECEIPTS.
func TestReceiptsAsPictures(t *testing.T) {
	tesseract, err := exec.LookPath("tesseract")
	if err != nil {
		t.Fatalf("tesseract, which scripts/setup.sh brings: %v", err)
	}
	count := 10
	if n, err := strconv.Atoi(os.Getenv("TALLYSTICK_RECEIPTS")); err == nil {
		count = n
	}
	t.Logf("seed %d, %d receipts each", accuracySeed, count)
	var scans, skewed, photos tally
	var lock sync.Mutex
	var all sync.WaitGroup
	places := make(chan struct{}, 2)
	for i := range count {
		r := rand.New(rand.NewPCG(accuracySeed, uint64(100+i)))
		k := &tills[i%len(tills)]
		lines, want := receipt(r, k, k.heldOut[r.IntN(len(k.heldOut))])
		page, err := printed(lines)
		if err != nil {
			t.Fatal(err)
		}
		for _, picture := range []struct {
			into *tally
			what string
			page *image.Gray
			jpeg bool
		}{{&scans, "a scan", page, false}, {&photos, "a photograph", photographed(r, page), true},
			{&skewed, "a scan askew", askew(page, 1+7*r.Float64()), false}} {
			places <- struct{}{}
			all.Go(func() {
				defer func() { <-places }()
				o, err := recognised(tesseract, picture.page, picture.jpeg)
				lock.Lock()
				defer lock.Unlock()
				if err != nil {
					t.Error(err)
					return
				}
				picture.into.count(t, picture.what+" "+k.language+"/"+k.currency, o, want)
			})
		}
	}
	all.Wait()
	// Less than is reached, by as much as few receipts vary; what falls short is left to
	// people, mostly dates of which two readings differ or that could be read in two ways.
	scans.hold(t, "clean scans", 70)
	skewed.hold(t, "scans askew by 1 to 8 degrees", 60)
	photos.hold(t, "photographs", 60)
}

// recognised reads a picture as the job does, without the sandbox around it.
func recognised(tesseract string, page *image.Gray, photo bool) (docs.Outcome, error) {
	var file, out bytes.Buffer
	var err error
	if photo {
		err = jpeg.Encode(&file, page, &jpeg.Options{Quality: 80})
	} else {
		err = png.Encode(&file, page)
	}
	if err != nil {
		return docs.Outcome{}, err
	}
	if err := grayscale(nil, &file, &out); err != nil {
		return docs.Outcome{}, err
	}
	_, content, _ := bytes.Cut(out.Bytes(), []byte("\n"))
	r := recogniser{first: "eng", accept: docs.AcceptScore}
	r.tesseract = func(ctx context.Context, p picture, args ...string) ([]byte, error) {
		content, err := p(ctx)
		if err != nil {
			return nil, err
		}
		cmd := exec.Command(tesseract, slices.Concat([]string{"stdin", "stdout"}, args, []string{"tsv"})...)
		cmd.Env, cmd.Stdin = append(os.Environ(), "OMP_THREAD_LIMIT=1"), bytes.NewReader(content)
		return cmd.Output()
	}
	p, language, err := r.page(context.Background(), made(content), "", 1)
	if err != nil {
		return docs.Outcome{}, err
	}
	pages := []reading.Page{p}
	return docs.OutcomeOf(pages, language, "ocr", ""), nil
}
