package documents

import (
	"bytes"
	"compress/zlib"
	"encoding/hex"
	"io"
	"regexp"
	"slices"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"

	"github.com/tallystick/tallystick/reactors/sandbox"
)

// parseScripted is the parser that looks for what runs in the packed objects of a PDF,
// which no search of its bytes sees. pdfinfo names scripts of forms and names alone.
const parseScripted = "documents.scripted"

func init() {
	sandbox.Register(parseScripted, func(_ []string, in io.Reader, out io.Writer) error { return answerOf(in, out, readScripted) })
}

// packedObjects is how a PDF names a stream of objects, its letters hidden or not.
var packedObjects = regexp.MustCompile(`/(?:O|#4[fF])(?:b|#62)(?:j|#6[aA])(?:S|#53)(?:t|#74)(?:m|#6[dD])`)

// running are the names of what runs.
var running = []string{"JavaScript", "JS", "Launch"}

func readScripted(content []byte) (p parsed) {
	defer func() {
		if recover() != nil {
			p = inflatedScripted(content)
		}
	}()
	ctx, err := openPDF(content)
	if err != nil {
		return inflatedScripted(content)
	}
	for _, e := range ctx.Table {
		if e != nil && runs(e.Object, 0) {
			return parsed{Refused: "scripted"}
		}
	}
	return parsed{}
}

// runs reports whether an object says that something runs.
func runs(o types.Object, deep int) bool {
	const deepest = 50
	if deep > deepest {
		return false
	}
	switch o := o.(type) {
	case types.Dict:
		for key, v := range o {
			if slices.Contains(running[:2], plainName(key)) || runs(v, deep+1) {
				return true
			}
		}
	case types.StreamDict:
		return runs(o.Dict, deep+1)
	case types.Array:
		return slices.ContainsFunc(o, func(v types.Object) bool { return runs(v, deep+1) })
	case types.Name:
		return slices.Contains(running, plainName(string(o)))
	}
	return false
}

// plainName is a name with its hidden letters: #61 is a.
func plainName(name string) string {
	out := make([]byte, 0, len(name))
	for i := 0; i < len(name); i++ {
		var b [1]byte
		if name[i] == '#' && i+2 < len(name) {
			if _, err := hex.Decode(b[:], []byte(name[i+1:i+3])); err == nil {
				out = append(out, b[0])
				i += 2
				continue
			}
		}
		out = append(out, name[i])
	}
	return string(out)
}

// inflatedScripted looks through the streams of objects of a file that cannot be read as
// a PDF here: what shows it later may be less strict.
func inflatedScripted(content []byte) parsed {
	const most = 64 << 20
	left := int64(most)
	for _, at := range packedObjects.FindAllIndex(content, 10_000) {
		begin := bytes.Index(content[at[1]:], []byte("stream"))
		if begin < 0 || left <= 0 {
			break
		}
		packed := bytes.TrimLeft(content[at[1]+begin+len("stream"):], "\r\n")
		z, err := zlib.NewReader(bytes.NewReader(packed))
		if err != nil {
			continue
		}
		text, _ := io.ReadAll(io.LimitReader(z, left)) // as far as it goes
		left -= int64(len(text))
		plain := plainName(string(text))
		for _, name := range running {
			if bytes.Contains([]byte(plain), []byte("/"+name)) {
				return parsed{Refused: "scripted"}
			}
		}
	}
	return parsed{}
}
