package reading_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/corpus"
	"github.com/tallystick/tallystick/domain/corpus/reading"
)

// The forms are the publishers'; the sentences are made up.
const (
	clml = `<Legislation xmlns="http://www.legislation.gov.uk/namespaces/legislation" IdURI="http://www.legislation.gov.uk/id/ukpga/2007/3" RestrictStartDate="2013-04-06">
<ukm:Metadata xmlns:ukm="u"><dc:title xmlns:dc="d">An Act</dc:title><dc:language xmlns:dc="d">en</dc:language></ukm:Metadata>
<Primary><Body><P1group><Title>Allowance</Title><P1 IdURI="http://www.legislation.gov.uk/id/ukpga/2007/3/section/35"><Pnumber>35</Pnumber><P1para>
<P2 IdURI="http://www.legislation.gov.uk/id/ukpga/2007/3/section/35/1" RestrictStartDate="2021-04-06" RestrictEndDate="2028-04-06"><Pnumber>1</Pnumber>
<P2para><Text>An allowance of <Addition ChangeId="c">£12,570</Addition> is due.<CommentaryRef Ref="c1"/></Text></P2para></P2>
<P2><Pnumber>2</Pnumber><P2para><Text>It tapers.</Text><P3><Pnumber>a</Pnumber><P3para><Text>by half</Text></P3para></P3></P2para></P2>
</P1para></P1></P1group>
<P1group><Title>Gone</Title><P1 Status="Repealed"><Pnumber>36</Pnumber><P1para><Text>Old.</Text></P1para></P1></P1group>
<P1><Pnumber>37</Pnumber><P1para><Text>. . . . . .</Text></P1para></P1></Body>
<Schedules><Schedule><Number>SCHEDULE 1</Number><TitleBlock><Title>Forms</Title></TitleBlock><ScheduleBody><P1><Pnumber>2</Pnumber><P1para><Text>A form.</Text></P1para></P1>
</ScheduleBody></Schedule></Schedules></Primary></Legislation>`
	akn = `<akomaNtoso xmlns="http://docs.oasis-open.org/legaldocml/ns/akn/3.0"><act><meta><identification><FRBRWork><FRBRuri value="/akn/ie/act/2010/5"/></FRBRWork>
<FRBRExpression><FRBRlanguage language="eng"/></FRBRExpression></identification><lifecycle><eventRef eId="e1" date="2020-01-01"/><eventRef eId="e2" date="2024-01-01"/></lifecycle>
<temporalData><temporalGroup eId="t1"><timeInterval start="#e1" end="#e2"/></temporalGroup></temporalData></meta>
<preface><docTitle>Finance Act</docTitle></preface><body><section eId="sec_4" period="#t1"><num>4.</num><heading>Rates</heading><subsection eId="sec_4__subsec_1"><num>(1)</num>
<content><p>The <ref href="#x">rate</ref> is 12.5 per cent.<authorialNote><p>A note.</p></authorialNote></p></content></subsection></section></body></act></akomaNtoso>`
	uslm = `<uscDoc xmlns="http://xml.house.gov/schemas/uslm/1.0" identifier="/us/usc/t26"><meta><dc:title xmlns:dc="d">Title 26</dc:title></meta><main><title>
<section identifier="/us/usc/t26/s63"><num value="63">§ 63.</num><heading> Taxable income</heading><subsection identifier="/us/usc/t26/s63/a"><num value="a">(a)</num><heading>In general</heading>
<content><p>Gross income less deductions.</p></content></subsection><notes><note>History.</note></notes></section>
<section identifier="/us/usc/t26/s64" status="repealed"><num value="64">§ 64.</num><content>Gone.</content></section></title></main></uscDoc>`
	gii = `<?xml version="1.0" encoding="UTF-8" ?><!DOCTYPE dokumente SYSTEM "http://www.gesetze-im-internet.de/dtd/1.01/gii-norm.dtd"><dokumente>
<norm><metadaten><jurabk>EStG</jurabk><langue>Einkommensteuergesetz</langue></metadaten></norm>
<norm><metadaten><jurabk>EStG</jurabk><enbez>§ 32a</enbez><titel>Tarif</titel></metadaten><textdaten><text><Content><P>(1) Die Steuer bemisst sich <SUP class="Rec">1</SUP>nach dem Einkommen.
<DL><DT>1.</DT><DD><LA>bis 12 096 Euro: 0;</LA></DD></DL></P><P>(5) Bei Ehegatten verdoppelt.</P></Content></text></textdaten></norm></dokumente>`
	ecfr = `<DIV1 N="26" TYPE="TITLE"><DIV5 N="1" TYPE="PART"><HEAD>PART 1—INCOME TAXES</HEAD><DIV8 N="1.1-1" TYPE="SECTION"><HEAD>§ 1.1-1   Income tax.</HEAD><P>(a) A tax is imposed.</P><CITA>[T.D. 1]</CITA></DIV8></DIV5></DIV1>`
	page = `<!doctype html><html lang="en-GB"><head><title>Rates</title><script>var x="evil"</script></head><body><nav>Menu</nav><main><h1 id="r">Rates of tax</h1>
<p>The rate is <b>20</b>%.</p><h2>Rates of tax</h2><table><tr><td>Higher</td><td>40%</td></tr></table></main><footer>Foot</footer></body></html>`
	lines = `{"id":"w","title":"T","locator":"1","text":"One.","from":"2020-01-01","to":"2020-12-31","language":"fr","url":"https://e.org/1"}` + "\n\n" + `{"id":"w","locator":"2","text":"Two."}`
)

func read(t *testing.T, format, content string) []corpus.Passage {
	t.Helper()
	out, err := reading.File(format, []byte(content), reading.Options{Language: "en", URL: "https://www.gesetze-im-internet.de/estg/xml.zip", Title: "A title"})
	if err != nil {
		t.Fatalf("%s: %v", format, err)
	}
	return out
}

func TestFormats(t *testing.T) {
	for format, c := range map[string]struct {
		content string
		want    []string
	}{
		"clml": {clml, []string{
			"legislation.gov.uk/ukpga/2007/3|s. 35(1)|Allowance|An allowance of £12,570 is due.|en|2021-04-06|2028-04-05|https://www.legislation.gov.uk/ukpga/2007/3/section/35/1",
			"legislation.gov.uk/ukpga/2007/3|s. 35(2)|Allowance|It tapers. (a) by half|en|2013-04-06||https://www.legislation.gov.uk/ukpga/2007/3/section/35/2",
			"legislation.gov.uk/ukpga/2007/3|Sch. 1 para. 2|Forms|A form.|en|2013-04-06||https://www.gesetze-im-internet.de/estg/xml.zip"}},
		"akn":  {akn, []string{"/akn/ie/act/2010/5|s. 4(1)|Rates|The rate is 12.5 per cent.|en|2020-01-01|2023-12-31|https://www.gesetze-im-internet.de/estg/xml.zip#sec_4__subsec_1"}},
		"uslm": {uslm, []string{"/us/usc/t26|§ 63(a)|Taxable income|In general Gross income less deductions.|en|||https://uscode.house.gov/view.xhtml?req=granuleid:USC-prelim-title26-section63#a"}},
		"gii": {gii, []string{
			"de/EStG|§ 32a Abs. 1|Tarif|Die Steuer bemisst sich nach dem Einkommen. 1. bis 12 096 Euro: 0;|de|||https://www.gesetze-im-internet.de/estg/__32a.html",
			"de/EStG|§ 32a Abs. 5|Tarif|Bei Ehegatten verdoppelt.|de|||https://www.gesetze-im-internet.de/estg/__32a.html"}},
		"ecfr": {ecfr, []string{"cfr/26|§ 1.1-1|Income tax.|(a) A tax is imposed.|en|||https://www.ecfr.gov/current/title-26/section-1.1-1"}},
		"html": {page, []string{
			"gesetze-im-internet.de/estg/xml.zip|Rates of tax|Rates of tax|The rate is 20%.|en-GB|||https://www.gesetze-im-internet.de/estg/xml.zip#r",
			"gesetze-im-internet.de/estg/xml.zip|Rates of tax [2]|Rates of tax|Higher 40%|en-GB|||https://www.gesetze-im-internet.de/estg/xml.zip"}},
		"pdf":   {"Page one.\fPage\u00a0two.\f", []string{"gesetze-im-internet.de/estg/xml.zip|p. 1||Page one.|en|||https://www.gesetze-im-internet.de/estg/xml.zip", "gesetze-im-internet.de/estg/xml.zip|p. 2||Page two.|en|||https://www.gesetze-im-internet.de/estg/xml.zip"}},
		"text":  {"A\nb\n\nC", []string{"gesetze-im-internet.de/estg/xml.zip|para. 1||A b|en|||https://www.gesetze-im-internet.de/estg/xml.zip", "gesetze-im-internet.de/estg/xml.zip|para. 2||C|en|||https://www.gesetze-im-internet.de/estg/xml.zip"}},
		"jsonl": {lines, []string{"w|1||One.|fr|2020-01-01|2020-12-31|https://e.org/1", "w|2||Two.|en|||https://www.gesetze-im-internet.de/estg/xml.zip"}},
	} {
		var got []string
		day := func(d civil.Date) string {
			if d.IsZero() {
				return ""
			}
			return d.String()
		}
		for _, p := range read(t, format, c.content) {
			got = append(got, strings.Join([]string{p.Work, p.Locator, p.Heading, p.Text, p.Language, day(p.From), day(p.To), p.URL}, "|"))
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s:\n%s\nwant\n%s", format, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
}

// What is hostile, or is something else, is refused by name.
func TestRefused(t *testing.T) {
	for name, c := range map[string]struct{ format, content, code string }{
		"entities":             {"clml", `<!DOCTYPE x [<!ENTITY a "b">]><Legislation>&a;</Legislation>`, corpus.DTDRefused},
		"external":             {"akn", `<!DOCTYPE x SYSTEM "http://e.org/x.dtd"><akomaNtoso/>`, corpus.DTDRefused},
		"entity":               {"uslm", `<uscDoc>&x;</uscDoc>`, corpus.DTDRefused},
		"gii's own, with more": {"gii", `<!DOCTYPE dokumente SYSTEM "http://www.gesetze-im-internet.de/dtd/1.01/x.dtd" [<!ENTITY a "b">]><dokumente/>`, corpus.DTDRefused},
		"gii's own, elsewhere": {"gii", `<!DOCTYPE dokumente SYSTEM "https://www.gesetze-im-internet.de.evil.example/dtd/x.dtd"><dokumente/>`, corpus.DTDRefused},
		"gii's own, as a path": {"gii", `<!DOCTYPE dokumente SYSTEM "file://www.gesetze-im-internet.de/dtd/x.dtd"><dokumente/>`, corpus.DTDRefused},
		"gii's, of an act":     {"clml", `<!DOCTYPE dokumente SYSTEM "http://www.gesetze-im-internet.de/dtd/1.01/gii-norm.dtd"><Legislation/>`, corpus.DTDRefused},
		"deep":                 {"clml", strings.Repeat("<a>", 300), corpus.TooComplex},
		"no XML":               {"clml", "hello", corpus.Unparsed}, "open": {"clml", "<Legislation>", corpus.Unparsed},
		"crossed":      {"clml", "<a><b></a></b>", corpus.Unparsed},
		"another root": {"clml", "<html/>", corpus.Unparsed}, "PDF": {"clml", "%PDF-1.7 \x80", corpus.Unparsed},
		"letters": {"clml", "<Legislation>\xff</Legislation>", corpus.EncodingBroken}, "no such encoding": {"clml", `<?xml version="1.0" encoding="x-no"?><Legislation/>`, corpus.EncodingBroken},
		"Latin text": {"text", "caf\xe9", corpus.EncodingBroken}, "zeros": {"text", "a\x00b", corpus.EncodingBroken},
		"empty":  {"clml", "<Legislation/>", corpus.EmptyDocument},
		"a line": {"jsonl", `{"id":"w"}`, corpus.Unparsed}, "more": {"jsonl", `{"id":"w","locator":"1","text":"x","rate":1}`, corpus.Unparsed},
		"a day": {"jsonl", `{"id":"w","locator":"1","text":"x","from":"soon"}`, corpus.DateImpossible}, "an end alone": {"jsonl", `{"id":"w","locator":"1","text":"x","to":"2020-01-01"}`, corpus.DateImpossible},
	} {
		_, err := reading.File(c.format, []byte(c.content), reading.Options{Language: "en"})
		if r := reading.RefusalOf(err); r == nil || r.Code != c.code {
			t.Errorf("%s: %v, want %s", name, err, c.code)
		}
	}
}

// Letters of another encoding that a file names are read; long texts are cut, and
// nothing of them is lost.
func TestEncodingsAndLength(t *testing.T) {
	latin := "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>" + strings.Replace(gii, `<?xml version="1.0" encoding="UTF-8" ?>`, "", 1)
	latin = strings.ReplaceAll(latin, "Ehegatten", "Eheg\xe4tten")
	latin = strings.ReplaceAll(latin, "§", "\xa7")
	if got := read(t, "gii", latin); !strings.Contains(got[1].Text, "Ehegätten") {
		t.Errorf("%+v", got[1])
	}
	var long strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&long, "Word%d is said. ", i)
	}
	var all []string
	for i, p := range read(t, "text", long.String()) {
		if n := utf8.RuneCountInString(p.Text); n > corpus.PassageRunesMax || i > 0 && p.Locator != fmt.Sprintf("para. 1 (part %d)", i+1) {
			t.Fatalf("%s has %d letters", p.Locator, n)
		}
		all = append(all, p.Text)
	}
	if strings.Join(all, " ") != strings.TrimSpace(long.String()) {
		t.Error("something was lost")
	}
}

// No bytes make a reader fail otherwise than by a refusal.
func FuzzFile(f *testing.F) {
	for i, c := range []string{clml, akn, uslm, gii, ecfr, page, lines} {
		f.Add(i, c)
	}
	formats := []string{"clml", "akn", "uslm", "gii", "ecfr", "html", "jsonl", "text", "pdf"}
	f.Fuzz(func(t *testing.T, n int, content string) {
		out, err := reading.File(formats[(n%len(formats)+len(formats))%len(formats)], []byte(content), reading.Options{Language: "en"})
		if err != nil && reading.RefusalOf(err) == nil {
			t.Fatal(err)
		}
		for _, p := range out {
			if p.Text == "" || utf8.RuneCountInString(p.Text) > corpus.PassageRunesMax {
				t.Fatalf("%+v", p)
			}
		}
	})
}
