package reading

import (
	"slices"
	"strings"
	"unicode"

	"github.com/tallystick/tallystick/domain/civil"
)

// days finds the dates: those that labels name, and for the date of issue, where
// no label does, the only date that is nothing else.
func (r *reader) days() {
	taken := map[what]bool{}
	var free, doubtful, named []Found
	names := map[what]string{issueDate: Date, supplyDate: SupplyDate, dueDate: DueDate}
	for i, l := range r.lines {
		for _, d := range dates(l, r.habit) {
			w, score := r.dateLabel(i, d)
			f := found(names[w], d.date.String(), l.Page, l.Words[d.first:d.last+1], score)
			if !d.sure {
				f.Score = min(f.Score, ambiguous)
			}
			if w != nothing && w != issueDate {
				named = append(named, f)
			}
			switch {
			case w == nothing && !r.introduced(l, d):
				f.Name = Date
				free = append(free, f)
			case w == nothing || w == qualifiedDate:
				f.Name = Date
				doubtful = append(doubtful, f)
			case names[w] != "" && !taken[w]:
				taken[w] = true
				r.add(f)
			case w == issueDate:
				r.doubt(Date, f.Value)
			}
		}
	}
	alone := len(free) > 0 && !slices.ContainsFunc(doubtful, func(f Found) bool { return f.Value != free[0].Value })
	if free = append(free, doubtful...); taken[issueDate] || len(free) == 0 {
		return
	}
	f := free[0]
	beside := f.Score * byTime / byLabel // as sure as its letters make it
	f.Score = f.Score * byGuess / byLabel
	distinct := map[string]bool{}
	for _, x := range free {
		distinct[x.Value] = true
	}
	elsewhere := slices.ContainsFunc(named, func(x Found) bool { return x.Value != f.Value && r.timed(x) })
	if elsewhere { // a till prints the time of one day, and a ticket that of a visit too
		f.Score = min(f.Score, byGuess)
	} else if alone && len(distinct) == 1 && len(r.found) > 0 {
		f.Score = f.Score * 1000 / 620 // the only date there is: a till prints no other
		if r.timed(f) && beside > f.Score && f.Score > ambiguous+10 {
			f.Score = beside
		}
	} else if len(distinct) > 1 && len(free) > len(doubtful) && r.timed(f) && r.first(f, free) {
		f.Score = beside
	}
	f.Score = min(f.Score, byTime)
	r.add(f)
}

// first reports whether every other day stands after words of its own, without a time, and
// is later than a day with its time: the day until which goods are taken back, or that of
// the next visit.
func (r *reader) first(f Found, all []Found) bool {
	return !slices.ContainsFunc(all, func(x Found) bool {
		return x.Value != f.Value && (x.Value < f.Value || x.Score <= ambiguous || r.timed(x) || !r.worded(x))
	})
}

// worded reports whether words stand before a value in its line, however far.
func (r *reader) worded(f Found) bool {
	return slices.ContainsFunc(r.lines, func(l Line) bool {
		return l.Page == f.Page && l.Box.Join(f.Box) == l.Box && slices.ContainsFunc(l.Words, func(w Word) bool {
			return w.Box.Right <= f.Box.Left && says(strings.TrimRight(w.Text, ":"))
		})
	})
}

// doubt lowers a field where the same label stands before another value.
func (r *reader) doubt(name, value string) {
	for i, f := range r.found {
		if f.Name == name && f.Value != value {
			r.found[i].Score = min(f.Score, 600)
		}
	}
}

// dateLabel is what a date is: by the label that stands last before it in its
// line, else by the one above it.
func (r *reader) dateLabel(i int, d day) (what, int) {
	w := nothing
	for _, m := range r.marked[i] {
		if m.last < d.first && m.what >= issueDate && m.what <= otherDate {
			if w = m.what; w == issueDate && r.qualified(i, m, d.first) {
				w = qualifiedDate
			}
		}
	}
	if w != nothing {
		return w, byLabel + 60
	}
	if i > 0 && r.lines[i-1].Page == r.lines[i].Page {
		at := r.lines[i].Words[d.first].Box
		for _, m := range r.marked[i-1] {
			box := r.lines[i-1].Words[m.first].Box.Join(r.lines[i-1].Words[m.last].Box)
			if m.what >= issueDate && m.what <= otherDate && box.Left < at.Right && box.Right > at.Left {
				if m.what == issueDate && (r.qualified(i-1, m, together(r.lines[i-1], m.last)) || r.tabular(i-1, at)) {
					return qualifiedDate, byAbove
				}
				return m.what, byAbove + 100
			}
		}
	}
	return nothing, byLabel
}

// tabular reports whether line i heads a table of goods or of days, so that what stands
// under a label of it is of a row alone: it names what rows have, or a second row has a
// date at the same place.
func (r *reader) tabular(i int, at Box) bool {
	if r.headsRows(i) {
		return true
	}
	if i+2 >= len(r.lines) || r.lines[i+2].Page != r.lines[i].Page {
		return false
	}
	for _, d := range dates(r.lines[i+2], r.habit) {
		if box := r.lines[i+2].Words[d.first].Box; box.Left < at.Right && box.Right > at.Left {
			return true
		}
	}
	return false
}

// headsRows reports whether line i names what the rows of a table of goods or work have.
func (r *reader) headsRows(i int) bool {
	return slices.ContainsFunc(r.lines[i].Words, func(w Word) bool { return columns[strings.ToLower(strings.Trim(w.Text, ".:()"))] })
}

// columns are words that head the columns of a table of goods or work.
var columns = map[string]bool{}

func init() {
	for _, words := range []string{
		"description details item items hours days quantity qty rate price task work activity service nights",
		"beschreibung bezeichnung leistung tätigkeit artikel menge anzahl stunden einzelpreis preis pos position",
		"désignation libellé description prestation quantité qté heures prix",
		"descripción concepto artículo cantidad cant horas precio",
		"descrizione articolo quantità qtà ore prezzo",
		"omschrijving artikel aantal uren prijs",
		"descrição artigo quantidade qtd horas preço",
		"opis nazwa usługa ilość godziny cena",
	} {
		for _, w := range strings.Fields(words) {
			columns[w] = true
		}
	}
}

// qualified reports whether the words around a label of the day of issue make it that
// of another day: "previous invoice date", "date of the next visit". Words that a
// label holds say by themselves what they are; upto is where the words after it end.
func (r *reader) qualified(i int, m label, upto int) bool {
	words := r.lines[i].Words
	own := func(j int) bool {
		return slices.ContainsFunc(r.marked[i], func(x label) bool { return x.first <= j && j <= x.last })
	}
	if before, ok := introduction(r.lines[i], m.first); ok && !own(before) {
		return true
	}
	for j := m.last + 1; j < upto; j++ {
		if own(j) {
			return false
		}
		if says(strings.TrimRight(words[j].Text, ":;,")) {
			return true
		}
	}
	return false
}

// introduced reports whether a word stands close before a day that no label names: what
// it says of the day is not known.
func (r *reader) introduced(l Line, d day) bool {
	_, ok := introduction(l, d.first)
	return ok
}

// introduction is the word that says something of what stands at word i, close before
// it; a colon parts a label from its value, and not from what it is of.
func introduction(l Line, i int) (at int, ok bool) {
	for j := i - 1; j >= 0 && together(l, j) > j+1; j-- {
		word := l.Words[j].Text
		if j == i-1 {
			word = strings.TrimRight(word, ":")
		}
		if says(word) {
			return j, true
		}
		if !anyDay[strings.ToLower(strings.Trim(word, ".()/*#-"))] {
			break
		}
	}
	return 0, false
}

// says reports whether a word may tell something of a day: it has letters, and is
// neither a day of the week nor what goes with any day. What ends in a comma is a thing
// of its own: "Lyon, le 3 mars".
func says(word string) bool {
	if strings.ContainsAny(word, "0123456789") || strings.TrimRight(word, ",;:|") != word {
		return false
	}
	word = strings.ToLower(strings.Trim(word, ".()/*#-"))
	return strings.ContainsFunc(word, unicode.IsLetter) && !anyDay[word]
}

// anyDay are words that go with a day of any kind: days of the week, the time of day,
// and what binds words together.
var anyDay = map[string]bool{}

func init() {
	for _, words := range []string{
		"mon tue tues wed thu thur thurs fri sat sun monday tuesday wednesday thursday friday saturday sunday",
		"mo di mi do fr sa so montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag",
		"lun mar mer jeu ven sam dim lundi mardi mercredi jeudi vendredi samedi dimanche",
		"mié mie jue vie sáb sab dom lunes martes miércoles jueves viernes sábado domingo",
		"gio lunedì martedì mercoledì giovedì venerdì sabato domenica",
		"ma wo vr za zo maandag dinsdag woensdag donderdag vrijdag zaterdag zondag",
		"seg ter qua qui sex segunda-feira terça-feira quarta-feira quinta-feira sexta-feira",
		"pon wt śr czw pt sob niedz nd poniedziałek wtorek środa czwartek piątek sobota niedziela",
		"time uhrzeit zeit uhr heure hora ora tijd godz godzina czas",
		"and und et y e en i & of de du del di am vom van on the den der il el la is",
	} {
		for _, w := range strings.Fields(words) {
			anyDay[w] = true
		}
	}
}

// Dates of documents are plausible between these and ten days from today.
var earliest = civil.Of(1995, 1, 1)

// Plausible reports whether a document may bear a date.
func Plausible(d, today civil.Date) bool { return !d.Before(earliest) && !d.After(today.AddDays(10)) }
