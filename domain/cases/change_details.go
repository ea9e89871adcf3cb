package cases

import "github.com/tallystick/tallystick/domain/sealed"

func (c Update) validateDetails(ch *checks) {
	line := func(field string, v *string, max int) {
		if v != nil {
			ch.text(field, *v, max, true)
		}
	}
	line("title", c.Title, lineBytesMax)
	line("client", c.Client, lineBytesMax)
	line("scope", c.Scope, noteBytesMax)
	line("exclusions", c.Exclusions, noteBytesMax)
	if c.Period != nil {
		ch.period("period", *c.Period)
	}
	if c.Jurisdiction != nil {
		ch.jurisdiction("jurisdiction", *c.Jurisdiction)
	}
}

// changeDetails gives one DetailsChanged with what differs, or nothing.
func (c Update) changeDetails(d *decision) {
	text := func(sent *string, now sealed.Text) *sealed.Text {
		if sent == nil || *sent == now.Plain {
			return nil
		}
		t := d.text(*sent)
		return &t
	}
	e := DetailsChanged{
		Title:      text(c.Title, d.s.Title),
		Client:     text(c.Client, d.s.Client),
		Scope:      text(c.Scope, d.s.Scope),
		Exclusions: text(c.Exclusions, d.s.Exclusions),
	}
	if c.Period != nil && *c.Period != d.s.Period {
		p := *c.Period
		e.Period = &p
	}
	if c.Jurisdiction != nil && *c.Jurisdiction != d.s.Jurisdiction {
		j := *c.Jurisdiction
		e.Jurisdiction = &j
	}
	if e != (DetailsChanged{}) {
		d.emit(e)
	}
}
