package http

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/fault"
)

// A part that a form does not have is named, and one without a name is the body's.
func TestWrongPartsAreNamed(t *testing.T) {
	form := &UploadForm{Fields: []FormField{{Name: "client_ref", BytesMax: 100}}}
	for disposition, field := range map[string]string{
		`form-data; name="document"`: "document", `form-data; name="File"`: "File", `form-data; name=""`: "body", `form-data`: "body",
		`attachment; name="file"`: "body", `form-data; name="` + strings.Repeat("x", 300) + `"`: strings.Repeat("x", 100),
		``: "body", `;;`: "body",
	} {
		text := fmt.Sprintf("--b\r\nContent-Disposition: %s\r\n\r\nx\r\n--b--\r\n", disposition)
		parts := multipart.NewReader(bytes.NewBufferString(text), "b")
		var faults fault.Fields
		for {
			part, err := parts.NextRawPart()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			if err := (&Server{}).part(t.Context(), &uploaded{}, form, part, &faults); err != nil {
				t.Fatal(err)
			}
		}
		if len(faults) != 1 || faults[0].Field != field || !strings.Contains(faults[0].Message, "file, client_ref") {
			t.Errorf("%q: %+v", disposition, faults)
		}
	}
}

// A form of more parts than it can have is read no further than its faults are listed:
// what it costs does not grow with its parts.
func TestFormsOfManyParts(t *testing.T) {
	form := &UploadForm{Fields: []FormField{{Name: "client_ref", BytesMax: 100}, {Name: "type", BytesMax: 10, Enum: []string{"receipt"}}}}
	most := form.partsMax()
	for what, part := range map[string]string{
		"without a name": "", "of another form": `Content-Disposition: form-data; name="z"`,
		"twice": `Content-Disposition: form-data; name="client_ref"`, "wrong": `Content-Disposition: form-data; name="type"`,
	} {
		receive := func(n int) fault.Fields {
			r := httptest.NewRequest("POST", "/", strings.NewReader(strings.Repeat("--b\r\n"+part+"\r\n\r\nx\r\n", n)+"--b--\r\n"))
			r.Header.Set("Content-Type", "multipart/form-data; boundary=b")
			_, err := (&Server{}).receive(t.Context(), &Call{operation: &Operation{Upload: form}, incoming: r})
			if f := fault.As(err); f != nil {
				return f.Fields
			}
			t.Fatalf("%s: %v", what, err)
			return nil
		}
		cut := func(n int) bool {
			return slices.ContainsFunc(receive(n), func(f fault.Field) bool { return f.Field == "body" && strings.Contains(f.Message, "no further") })
		}
		if cut(most) || !cut(most+1) {
			t.Errorf("%s: %d parts are not all read, or more are", what, most)
		}
		if n := len(receive(50 * most)); n > most+2 { // and one that no file came
			t.Errorf("%s: %d faults", what, n)
		}
		few, many := testing.AllocsPerRun(3, func() { receive(2 * most) }), testing.AllocsPerRun(3, func() { receive(200 * most) })
		if many > few+100 {
			t.Errorf("%s: %.0f allocations for %d parts, %.0f for a hundred times as many", what, few, 2*most, many)
		}
	}
}

// A weak tag never matches: it is refused, and not taken for a strong one.
func TestWeakTagsAreRefused(t *testing.T) {
	for tag, revision := range map[string]int{`"3"`: 3, `"0"`: 0, `*`: -1, ``: -1, `W/"3"`: -2, `W/3`: -2, `W/`: -2, `w/"3"`: -2, `"x"`: -2,
		`"1", "2"`: -2, `"-1"`: -2} {
		caller, err := (&Call{}).writer(Written{IfMatch: tag})
		switch {
		case revision == -2:
			if f := fault.As(err); f == nil || f.Code != fault.InvalidInput || len(f.Fields) != 1 || f.Fields[0].Field != "If-Match" {
				t.Errorf("%s: %v", tag, err)
			}
		case err != nil || (caller.IfMatch == nil) != (revision < 0) || caller.IfMatch != nil && *caller.IfMatch != uint64(revision):
			t.Errorf("%s: %v %v", tag, caller.IfMatch, err)
		}
	}
}

// Names of what runs are found wherever the bytes are cut, hidden or not, and what only
// looks like one is none.
func TestNamesOfWhatRuns(t *testing.T) {
	for text, want := range map[string]bool{
		"/JavaScript": true, "/Encrypt 9 0 R": true, "x/Launch": true, "/J#61vaScript": true, "/#4a#61#76#61#53#63#72#69#70#74": true,
		"/#4C#61#75#6e#63#68": true, "//Encrypt": true, "/EncryptMetadata": true, "/JavaScrip": false, "JavaScript": false, "/javascript": false,
		"/J#6": false, "/J#zzvaScript": false, "/J#61": false, "/#4": false, "/": false, "": false, "#2fLaunch": false,
	} {
		for _, before := range []int{0, 1, 5, namesKept, 4096} {
			whole := strings.Repeat("# /", before/3+1)[:before] + text + strings.Repeat(" ", 40)
			for cut := range len(whole) + 1 {
				if before == 4096 && cut%500 != 0 && (cut < 4090 || cut > 4140) {
					continue
				}
				var n names
				for _, part := range []string{whole[:cut], whole[cut:]} {
					if m, err := n.Write([]byte(part)); m != len(part) || err != nil {
						t.Fatal(m, err)
					}
				}
				if n.found != want {
					t.Fatalf("%q after %d bytes, cut at %d: %v", text, before, cut, n.found)
				}
			}
		}
		var slowly names
		for i := range len(text) {
			slowly.Write([]byte(text[i : i+1]))
		}
		if slowly.found != want {
			t.Errorf("%q byte by byte: %v", text, slowly.found)
		}
	}
}
