package plan

import (
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/answer/contract"
	"github.com/tallystick/tallystick/domain/answer/token"
	"github.com/tallystick/tallystick/domain/tax"
)

// placing is where the tax is asked for.
type placing struct {
	places  []place // each a case of its own
	compare bool
	nowhere string // a place that is known not to exist, as written
	ask     *contract.MissingFact
	review  bool // one person in two places
}

// locate finds out for which places the tax is asked.
func (r *reader) locate() (out placing) {
	if p, said := r.saidPlace(); said {
		out.places = []place{p}
		return out
	}
	found := r.findPlaces()
	decided, open := r.decide(found)
	all := withoutCodes(merge(r.tokens, decided))
	if r.followsHome() {
		r.assignRoles(all)
		r.assignRoles(open)
	}
	all = slices.DeleteFunc(all, func(m mention) bool { return m.role == roleHome && r.anothersHome(&m) })
	open = slices.DeleteFunc(open, func(m mention) bool { return m.role == roleNone })
	var homes, plain, others []mention
	for _, m := range all {
		switch m.role {
		case roleHome:
			homes = append(homes, m)
		case rolePlain:
			plain = append(plain, m)
		case roleWork, roleProperty, roleSource:
			others = append(others, m)
		}
	}
	for _, m := range append(slices.Clone(homes), plain...) {
		if m.kind == placeNowhere {
			out.nowhere = r.textOf(m.from, m.to)
		}
	}
	isNowhere := func(m mention) bool { return m.kind == placeNowhere }
	homes, plain = slices.DeleteFunc(homes, isNowhere), slices.DeleteFunc(plain, isNowhere)
	r.others = others
	if len(homes)+len(plain) > 0 {
		open = slices.DeleteFunc(open, func(m mention) bool { return !r.tokens[m.from].Title && r.anyUpper }) // "Dubai mainland company"
	}
	if len(open) > 0 {
		r.askReading(&out, open, homes, plain)
		return out
	}
	out.places, out.compare = specific(homes, plain), r.compares(all)
	switch {
	case r.misspelt(out.places):
		out.places, out.ask = nil, r.askPlace()
	case len(out.places) == 0 && out.nowhere != "":
	case len(out.places) == 0 && r.nowhereElse(found) && r.byMarker(&out):
	case len(out.places) == 0 && r.leviesOfWork(others):
		out.places = specific(nil, others)
	case len(out.places) == 0 && len(others) > 0:
		f := contract.Ask("residence",
			"The place in the question is one of work, of an employer, of a property or of a source of income; tax follows the place where the person lives.",
			"In which country do you live (and in which part of it, where rates differ)?")
		out.ask = &f
	case len(out.places) == 0 && r.byGST(&out):
	case len(out.places) == 0:
		out.ask = r.askPlace()
	case len(out.places) > 1 && !out.compare:
		r.settleTwo(&out, len(homes) > 1)
	case !out.compare && abroad(out.places[0], others):
		out.review = true
	}
	return out
}

// nowhereElse reports that no place is named, or only parts of the marked country
// where the person is not: "CPP, outside Quebec".
func (r *reader) nowhereElse(found []mention) bool {
	p, _ := r.marked()
	return !slices.ContainsFunc(found, func(m mention) bool { return m.code != p.code || m.region+m.part == "" })
}

// withoutCodes drops two-letter codes of states where another country is named in
// words: the CT of a British company is a tax.
func withoutCodes(all []mention) []mention {
	return slices.DeleteFunc(slices.Clone(all), func(m mention) bool {
		return m.caps && m.to-m.from == 1 && m.region+m.part != "" && slices.ContainsFunc(all,
			func(o mention) bool { return !o.caps && o.code != m.code })
	})
}

// byMarker takes the country that names of one country only name, where no place
// is named.
func (r *reader) byMarker(out *placing) bool {
	p, found := r.marked()
	if found {
		out.places = []place{p}
	}
	return found
}

// byGST takes the one country that has a GST and the currency of the amount: neither
// names a place by itself.
func (r *reader) byGST(out *placing) bool {
	if len(r.out.TaxTypes) != 1 || r.out.TaxTypes[0] != "gst" || len(r.found) != 1 || len(r.found[0].Currencies) != 1 {
		return false
	}
	code := map[string]string{"AUD": "AU", "CAD": "CA", "INR": "IN", "NZD": "NZ", "SGD": "SG"}[r.found[0].Currencies[0]]
	if code == "" {
		return false
	}
	out.places = []place{{code: code}}
	return true
}

// twoMoneys reports incomes in several currencies beside places of several
// countries, whatever the places are to the person: "I left Bristol for Melbourne,
// £31k before and A$70k after".
func (r *reader) twoMoneys() bool {
	codes, moneys := map[string]bool{}, map[string]bool{}
	for _, m := range r.findPlaces() {
		switch {
		case m.amb != nil:
			codes[m.amb.Readings[0].Place] = true
		case m.code != "":
			codes[m.code] = true
		}
	}
	for i := range r.sums {
		if s := &r.sums[i]; (s.role == incomeSum || s.role == unbound) && s.Currencies != nil {
			moneys[s.Currencies[0]] = true
		}
	}
	return len(codes) > 1 && len(moneys) > 1
}

// anothersHome reports the home of somebody else than who has the income: "My
// wife lives in England. I earn £60,000."
func (r *reader) anothersHome(m *mention) bool {
	for i := m.from - 1; i >= max(0, m.from-6) && !r.stop(i); i-- {
		if p := r.at(personWord, i); p != nil {
			return p.code == "other" && slices.ContainsFunc(r.sums, func(s sum) bool { return s.person == "self" && s.From > m.to })
		}
	}
	return false
}

// followsHome reports that a tax of the question follows the home of a person;
// a company's tax, VAT or a property tax follows the place that is named.
func (r *reader) followsHome() bool {
	if r.out.Research {
		return false
	}
	return len(r.out.TaxTypes) == 0 || slices.ContainsFunc(r.out.TaxTypes, func(t string) bool {
		switch t {
		case tax.CorporateIncome, "vat", "gst", "sales_tax", "property", "payroll":
			return false
		}
		return true
	})
}

// specific returns the distinct places, without those that another one lies in.
func specific(homes, plain []mention) (out []place) {
	for _, m := range append(slices.Clone(homes), plain...) {
		p := place{code: m.code, region: m.region, part: m.part}
		if slices.ContainsFunc(out, func(o place) bool { return o.within(p) }) {
			continue
		}
		out = slices.DeleteFunc(out, func(o place) bool { return p.within(o) })
		out = append(out, p)
	}
	return out
}

func abroad(home place, others []mention) bool {
	return slices.ContainsFunc(others, func(m mention) bool { return m.code != home.code })
}

// settleTwo treats two places that are not compared: different countries, or
// two homes, are one person in both; parts of one country must be told apart.
func (r *reader) settleTwo(out *placing, homes bool) {
	first := out.places[0].code
	if slices.ContainsFunc(out.places, func(p place) bool { return p.code != first }) {
		out.review = true
		return
	}
	j := r.p.byCode[first]
	if j == nil || j.RegionRule == tax.NoRegions {
		out.places = []place{{code: first}}
		return
	}
	if same := r.sharedRates(j, out.places); same != "" {
		out.places = []place{{code: first, region: same}}
		return
	}
	if homes {
		out.review = true
		return
	}
	f := r.askRegion(j, "The question names more than one part of "+j.Name+" for one person.")
	out.ask, out.places = &f, []place{{code: first}}
}

// sharedRates returns a region whose rates all of the places share, or "".
func (r *reader) sharedRates(j *tax.Jurisdiction, places []place) string {
	same := ""
	for _, p := range places {
		g := r.p.regionOf(p)
		if g == nil || g.Uncovered != "" {
			return ""
		}
		slug := g.Slug
		if g.Same != "" {
			slug = g.Same
		}
		if same != "" && same != slug {
			return ""
		}
		same = slug
	}
	return same
}

// compares reports that places stand side by side on purpose.
func (r *reader) compares(all []mention) bool {
	if r.has(compareWord, "compare") {
		return true
	}
	for i := 1; i < len(all); i++ {
		if all[i].from-all[i-1].to <= 2 {
			for k := all[i-1].to; k < all[i].from; k++ {
				if r.word(k) == "or" {
					return true
				}
			}
		}
	}
	return false
}

// askPlace asks for the jurisdiction; a word that looks like a place and is not known
// is not matched to a near one, which is asked about.
func (r *reader) askPlace() *contract.MissingFact {
	reason, near := "Tax law differs by place, and the question names none.", ""
	if text := r.unknownPlace(); text != "" {
		readings := []string{}
		reason = "Tax law differs by place, and the place in the question is not one that is known here."
		if name, pl := r.p.nearPlace(token.Fold(text)); pl.code != "" {
			readings = append(readings, r.p.nearName(name, pl))
			near = " " + text + " = " + readings[0] + "?"
		}
		r.ambiguous("jurisdiction", text, readings)
	}
	f := contract.Ask("jurisdiction", reason,
		"Which country is it for (and which part of it, where rates differ)? Covered: "+r.p.coveredNames()+"."+near)
	return &f
}

// nearName is what a place is called that a misspelt word may mean.
func (p *Planner) nearName(name string, pl place) string {
	if pl.kind != placeCity && pl.region == "" {
		return p.nameOf(pl.code)
	}
	return capitals(name) + ", " + p.nameOf(pl.code)
}

// misspelt reports a place that a word may mean by one letter, in another country than
// the places that are known.
func (r *reader) misspelt(known []place) bool {
	text := r.unknownPlace()
	if text == "" {
		return false
	}
	_, pl := r.p.nearPlace(token.Fold(text))
	return pl.code != "" && !slices.ContainsFunc(known, func(k place) bool { return k.code == pl.code })
}

func (p *Planner) coveredNames() string {
	names := make([]string, len(p.all))
	for i, j := range p.all {
		names[i] = j.Name
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}

// unknownPlace returns a capitalised word after "in" that is no known place,
// month or code, for the reason of the question that is asked back.
func (r *reader) unknownPlace() string {
	for i := 1; i < len(r.tokens); i++ {
		t := &r.tokens[i]
		if t.Kind != token.Word || !t.Title || t.Caps || !r.capitals {
			continue
		}
		if w := r.word(i - 1); (w == "in" || w == "from") && !r.noPlace[i] && !r.placeAt(i) && r.at(monthWord, i) == nil && !r.classed(i) &&
			r.at(periodWord, i) == nil {
			return t.Raw
		}
	}
	return ""
}

// askReading asks which of the readings of an ambiguous name is meant.
func (r *reader) askReading(out *placing, open, homes, plain []mention) {
	m := open[0]
	for _, o := range open {
		if o.role == roleHome {
			m = o
			break
		}
	}
	var labels []string
	regional := len(homes)+len(plain) > 0
	for _, reading := range m.readings() {
		label := reading.Label
		if label == "" {
			label = r.p.readingName(reading.Place, reading.Region)
		}
		labels = append(labels, label)
	}
	r.ambiguous("jurisdiction", r.textOf(m.from, m.to), labels)
	key := "jurisdiction"
	reason := "The name " + r.textOf(m.from, m.to) + " has several readings: " + strings.Join(labels, "; ") + "."
	if m.role != rolePlain && m.role != roleHome && !regional {
		key = "residence"
		reason = "The place in the question is not said to be the home, and its name has several readings: " + strings.Join(labels, "; ") + "."
	}
	f := contract.Ask(key, reason, "Which is meant: "+strings.Join(labels, ", or ")+"?")
	out.ask = &f
}

func (p *Planner) readingName(code, region string) string {
	if region == "" {
		return p.nameOf(code)
	}
	names := p.lex.Parts[region]
	if len(names) == 0 {
		return region
	}
	return capitals(names[0]) + " in " + p.nameOf(code)
}

// capitals writes a name of the lexicon with capitals.
func capitals(name string) string {
	words := strings.Fields(name)
	for i, w := range words {
		if w != "of" && w != "and" && w != "the" {
			words[i] = strings.ToUpper(w[:1]) + w[1:]
		}
	}
	return strings.Join(words, " ")
}

// askRegion asks for the sub-region, naming the choices.
func (r *reader) askRegion(j *tax.Jurisdiction, reason string) contract.MissingFact {
	var names []string
	shared := map[string]bool{}
	for _, g := range j.Regions {
		shared[g.Same] = true
	}
	for _, g := range j.Regions {
		if g.Uncovered == "" && !shared[g.Slug] {
			names = append(names, g.Name)
		}
	}
	return contract.Ask("sub_region", reason, "In which part of "+j.Name+" do you live? One of: "+strings.Join(names, ", ")+".")
}
