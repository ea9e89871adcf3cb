package plan

// markAsker marks somebody of the asker's, whoever it is, who is said to ask or to want to
// know: "because my mortgage broker wants to know", "meine Hausverwaltung fragt danach".
func (r *reader) markAsker(s segment, taken []bool) {
	const most = 6
	for i := s.from; i < s.to; i++ {
		if !possessive(r.tokens[i].Text) || r.tokens[i].Spaceless() {
			continue
		}
		verb := i + 1
		for verb < s.to && verb-i <= most && r.frame(verb, "say")+r.frame(verb, "think") == 0 && r.ownerAt(verb) == nobody {
			verb++
		}
		if verb == i+1 || verb >= s.to || r.frame(verb, "say")+r.frame(verb, "think") == 0 || r.weighs(verb, s.to, 1, taken) {
			continue
		}
		if _, _, more := r.openIn(segment{from: verb, to: s.to}, taken); !more {
			fill(taken[i+1 : verb])
		}
	}
}
