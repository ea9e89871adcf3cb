package reading

// withTax reads words such as "incl" and "excl" between a sum and a tax as what they say:
// "Total incl. VAT" is a total and names no tax, "Total ex GST" is a net.
func withTax(l Line, all []label) []label {
	out := all[:0:0]
	for _, m := range all {
		n := len(out)
		if n == 0 || m.what != taxLabel || out[n-1].what != grossLabel && out[n-1].what != netLabel || m.first-out[n-1].last > 2 {
			out = append(out, m)
			continue
		}
		before := &out[n-1]
		switch joint := plainWords(l.Words[m.first-1].Text); {
		case included[joint]:
			if before.last = m.last; before.what == netLabel {
				before.what = partTotal // of something before the total
			}
		case excluded[joint]:
			before.what, before.last = netLabel, m.last
		default:
			out = append(out, m)
		}
	}
	return out
}

// included and excluded are words before the name of a tax that say whether a sum holds it.
var (
	included = map[string]bool{"incl": true, "inc": true, "including": true, "inclusive": true, "inkl": true, "inclusief": true, "avec": true,
		"con": true, "com": true, "z": true, "inclusa": true, "compresa": true}
	excluded = map[string]bool{"excl": true, "ex": true, "excluding": true, "exclusive": true, "exkl": true, "exclusief": true, "ohne": true,
		"before": true, "hors": true, "sans": true, "sin": true, "sem": true, "bez": true, "zonder": true, "senza": true, "s": true}
)
