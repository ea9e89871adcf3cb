package wire

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/indirect"
	"github.com/tallystick/tallystick/domain/money"
)

// odd holds what a value can be written as.
type odd struct {
	inner
	Name     string            `json:"name"`
	Empty    string            `json:"empty,omitempty"`
	Dec      money.Dec         `json:"dec"`
	Zero     money.Dec         `json:"zero,omitzero"`
	Pointer  *money.Dec        `json:"pointer"`
	Maybe    *money.Dec        `json:"maybe,omitempty"`
	Day      civil.Date        `json:"day"`
	NoDay    civil.Date        `json:"no_day,omitzero"`
	At       time.Time         `json:"at"`
	Yes      bool              `json:"yes"`
	No       bool              `json:"no,omitempty"`
	Count    int64             `json:"count"`
	None     int               `json:"none,omitempty"`
	List     []odd             `json:"list"`
	Names    []string          `json:"names,omitempty"`
	Facts    map[string]string `json:"facts"`
	Any      any               `json:"any"`
	Raw      json.RawMessage   `json:"raw,omitempty"`
	Bytes    []byte            `json:"bytes"`
	Struct   struct{ A, B int }
	Ignored  string `json:"-"`
	Odd      string `json:"a<b>é"`
	unshown  int
	Embedded named `json:"named"`
}

type inner struct {
	Inner string `json:"inner"`
	Deep  *inner `json:"deep,omitempty"`
}

// named writes itself.
type named string

func (n named) MarshalText() ([]byte, error) { return []byte("<" + string(n) + ">"), nil }

func text(t *rapid.T, name string) string {
	return rapid.OneOf(rapid.String(), rapid.StringOfN(rapid.RuneFrom([]rune("a\"\\<>&\u2028\u2029\x00\x1f\x7f\b\f\n\r\té€😀")), 0, 12, -1),
		rapid.SampledFrom([]string{"", "\xff", "a\xc3", "plain"})).Draw(t, name)
}

func dec(t *rapid.T, name string) money.Dec {
	return money.MustParse(rapid.StringMatching(`-?[0-9]{1,18}(\.[0-9]{1,6})?`).Draw(t, name))
}

func oddValue(t *rapid.T, depth int) odd {
	o := odd{inner: inner{Inner: text(t, "inner")}, Name: text(t, "name"), Empty: text(t, "empty"), Dec: dec(t, "dec"),
		Yes: rapid.Bool().Draw(t, "yes"),
		No:  rapid.Bool().Draw(t, "no"), Count: rapid.Int64().Draw(t, "count"), None: rapid.IntRange(-1, 1).Draw(t, "none"), Odd: text(t, "odd"),
		At: time.Unix(rapid.Int64Range(0, 4e9).Draw(t, "at"), 0).UTC(), Embedded: named(text(t, "named")), Ignored: "x", unshown: 1}
	if rapid.Bool().Draw(t, "full") {
		d := dec(t, "pointer")
		o.Zero, o.Pointer, o.Maybe = d, &d, &d
		o.Day, o.NoDay = civil.MustParse("1583-01-01").AddDays(rapid.IntRange(0, 3_000_000).Draw(t, "day")), civil.MustParse("1999-01-01")
		o.Names, o.Facts = []string{text(t, "n"), ""}, map[string]string{text(t, "k"): "v", "a": "b"}
		o.Any, o.Raw, o.Bytes, o.Deep = []int{1}, json.RawMessage(`{"x":1}`), []byte("ab"), &inner{Inner: "y"}
	}
	for range rapid.IntRange(0, 2*depth).Draw(t, "list") {
		o.List = append(o.List, oddValue(t, depth-1))
	}
	return o
}

// Append writes what json.Marshal writes.
func TestAppendIsMarshal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := oddValue(t, 2)
		want, err := json.Marshal(&o)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Append([]byte("before"), &o)
		if err != nil || string(got) != "before"+string(want) {
			t.Fatalf("%v\n%s\n%s", err, got, want)
		}
	})
}

// Every type of a result has a plan, or is left to encoding/json with the same
// outcome: each field is set in turn.
func TestAppendKnowsEveryField(t *testing.T) {
	n := 0
	for _, filled := range []any{fill(reflect.TypeFor[indirect.Result](), 0), fill(reflect.TypeFor[indirect.Request](), 0)} {
		want, err := json.Marshal(filled)
		if err != nil {
			t.Fatal(err)
		}
		v := reflect.ValueOf(filled).Elem()
		got, err := appenderOf(v.Type())(nil, v)
		if err != nil || string(got) != string(want) {
			t.Errorf("%v\n%s\n%s", err, got, want)
		}
		n += len(got)
	}
	if n < 2000 {
		t.Errorf("%d bytes were compared", n)
	}
}

// fill makes a value whose every field says something.
func fill(t reflect.Type, depth int) any {
	p := reflect.New(t)
	v := p.Elem()
	switch {
	case t == decType:
		v.Set(reflect.ValueOf(money.MustParse("12.50")))
		return p.Interface()
	case t == dateType:
		v.Set(reflect.ValueOf(civil.MustParse("2026-11-21")))
		return p.Interface()
	}
	switch t.Kind() {
	case reflect.String:
		v.SetString("a <é> \"b\"")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(7)
	case reflect.Pointer:
		v.Set(reflect.ValueOf(fill(t.Elem(), depth+1)))
	case reflect.Slice:
		if depth < 8 {
			v.Set(reflect.Append(v, reflect.ValueOf(fill(t.Elem(), depth+1)).Elem(), reflect.ValueOf(fill(t.Elem(), depth+1)).Elem()))
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(t))
	case reflect.Struct:
		for i := range t.NumField() {
			if t.Field(i).IsExported() {
				v.Field(i).Set(reflect.ValueOf(fill(t.Field(i).Type, depth+1)).Elem())
			}
		}
	}
	return p.Interface()
}

// order is a small document with every kind of bound.
type order struct {
	ID    string     `json:"id" minLength:"1" maxLength:"4"`
	Kind  string     `json:"kind,omitempty" enum:"a,b"`
	Code  string     `json:"code,omitempty" pattern:"^[A-Z]{3}$"`
	Day   civil.Date `json:"day,omitzero" format:"date"`
	Price money.Dec  `json:"price" pattern:"^[0-9]{1,3}([.][0-9]{1,2})?$"`
	Flag  *bool      `json:"flag,omitempty"`
	Site  int64      `json:"site,omitempty" minimum:"1"`
	Lines []line     `json:"lines,omitempty" minItems:"1" maxItems:"2"`
	Tags  []string   `json:"tags,omitempty" maxItems:"2"`
	Free  any        `json:"free,omitempty"`
}

type line struct {
	Name string `json:"name"`
}

func TestReaderTakesWhatIsPlain(t *testing.T) {
	r := NewReader[order]()
	for text, taken := range map[string]bool{
		`{"id":"x","price":"1.50"}`:                  true,
		" { \"price\" : \"1\" , \"id\" : \"x\" } \n": true,
		`{"id":"éééé","price":"1","kind":"b","code":"EUR","day":"2026-11-21","flag":false,"site":3}`: true,
		`{"id":"x","price":"1","lines":[{"name":""},{"name":"y"}],"tags":[]}`:                        true,
		`{"id":"x","price":"1","tags":["a","b"]}`:                                                    true,
		``:                                                          false,
		`null`:                                                      false,
		`[]`:                                                        false,
		`{}`:                                                        false,
		`{"id":"x"}`:                                                false,
		`{"id":"","price":"1"}`:                                     false,
		`{"id":"xxxxx","price":"1"}`:                                false,
		`{"id":"x","price":"1"}x`:                                   false,
		`{"id":"x","price":"1",}`:                                   false,
		`{"id":"x" "price":"1"}`:                                    false,
		`{"id":"x","price":"1"`:                                     false,
		`{"id":"x","id":"y","price":"1"}`:                           false,
		`{"ID":"x","price":"1"}`:                                    false,
		`{"id":"x","price":"1","colour":"red"}`:                     false,
		`{"id":null,"price":"1"}`:                                   false,
		`{"id":"\u0041","price":"1"}`:                               false,
		"{\"id\":\"\xff\",\"price\":\"1\"}":                         false,
		"{\"id\":\"a\tb\",\"price\":\"1\"}":                         false,
		`{"id":"x","price":1}`:                                      false,
		`{"id":"x","price":"1234"}`:                                 false,
		`{"id":"x","price":"1.234"}`:                                false,
		`{"id":"x","price":"1."}`:                                   false,
		`{"id":"x","price":".5"}`:                                   false,
		`{"id":"x","price":"-1"}`:                                   false,
		`{"id":"x","price":"1","kind":"c"}`:                         false,
		`{"id":"x","price":"1","code":"eur"}`:                       false,
		`{"id":"x","price":"1","day":"2026-02-30"}`:                 false,
		`{"id":"x","price":"1","day":""}`:                           false,
		`{"id":"x","price":"1","flag":"true"}`:                      false,
		`{"id":"x","price":"1","flag":truest}`:                      false,
		`{"id":"x","price":"1","site":0}`:                           false,
		`{"id":"x","price":"1","site":-1}`:                          false,
		`{"id":"x","price":"1","site":1.0}`:                         false,
		`{"id":"x","price":"1","site":1e2}`:                         false,
		`{"id":"x","price":"1","site":01}`:                          false,
		`{"id":"x","price":"1","site":9999999999999999999}`:         false,
		`{"id":"x","price":"1","lines":[]}`:                         false,
		`{"id":"x","price":"1","lines":[{}]}`:                       false,
		`{"id":"x","price":"1","lines":[{"name":"y"},]}`:            false,
		`{"id":"x","price":"1","lines":[{"name":"y"}{"name":"z"}]}`: false,
		`{"id":"x","price":"1","tags":["a","b","c"]}`:               false,
		`{"id":"x","price":"1","tags":["a"`:                         false,
		`{"id":"x","price":"1","free":"y"}`:                         false,
	} {
		var got, want order
		if r.Read([]byte(text), &got) != taken {
			t.Errorf("%q: taken %v", text, !taken)
			continue
		}
		if taken && (json.Unmarshal([]byte(text), &want) != nil || !reflect.DeepEqual(got, want)) {
			t.Errorf("%q is read as %+v, not %+v", text, got, want)
		}
	}
}

// Whatever the bytes: what is taken is what encoding/json reads.
func FuzzReader(f *testing.F) {
	for _, seed := range []string{`{"id":"x","price":"1.50","lines":[{"name":"a"}],"tags":["b"],"site":12,"flag":true,"day":"2026-01-02","kind":"a","code":"EUR"}`, `{"id":"é","price":"999.99"}`} {
		f.Add([]byte(seed))
	}
	r := NewReader[order]()
	f.Fuzz(func(t *testing.T, text []byte) {
		var got, want order
		if !r.Read(text, &got) {
			return
		}
		d := json.NewDecoder(strings.NewReader(string(text)))
		d.DisallowUnknownFields()
		if err := d.Decode(&want); err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%q is read as %+v, not %+v (%v)", text, got, want, err)
		}
	})
}
