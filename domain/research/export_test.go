package research

// SelfRetrieval counts the parameters that a question of their own title finds
// among the first ten, of all whose title has words of mass.
func (x *Index) SelfRetrieval() (found, total int) {
	for _, e := range x.entries {
		if _, known := x.names[e.place]; !known || len(x.content(e.parameter.Title, e.place)) == 0 {
			continue
		}
		total++
		for i, h := range x.hits(e.parameter.Title, e.place) {
			if i == findingsMax {
				break
			}
			if h.parameter == e.parameter {
				found++
				break
			}
		}
	}
	return found, total
}
