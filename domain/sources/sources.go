// Package sources is where facts of law were read: what a source must say of itself,
// and which of them are enough for a fact.
package sources

import (
	"fmt"
	"net/url"

	"github.com/tallystick/tallystick/domain/civil"
)

// Kinds of sources.
const (
	Primary   = "primary"   // the authority itself, or the law
	Secondary = "secondary" // somebody who repeats it
)

// Source is where something was read, as files of law write it down.
type Source struct {
	Title     string     `yaml:"title"`
	Publisher string     `yaml:"publisher"`
	Kind      string     `yaml:"kind"` // primary | secondary
	URL       string     `yaml:"url"`
	Checked   civil.Date `yaml:"checked"` // the day on which it was read last
}

// Sources are a file's sources by their names there.
type Sources map[string]Source

// Check names a source that lacks its title, kind, address or day.
func (all Sources) Check() error {
	for name, s := range all {
		u, err := url.Parse(s.URL)
		if err != nil || u.Host == "" || s.Title == "" || s.Checked.IsZero() || s.Kind != Primary && s.Kind != Secondary {
			return fmt.Errorf("source %s needs a title, a kind, an address and the day it was checked", name)
		}
	}
	return nil
}

// Published is Check, and names a source whose publisher is not said.
func (all Sources) Published() error {
	for name, s := range all {
		if s.Publisher == "" {
			return fmt.Errorf("source %s needs a publisher", name)
		}
	}
	return all.Check()
}

// Primary counts the primary sources among some names. Each name counts once. An error
// names one that is none of the sources.
func (all Sources) Primary(names []string) (primary, others int, err error) {
	seen := map[string]bool{}
	for _, name := range names {
		s, ok := all[name]
		switch {
		case !ok:
			return 0, 0, fmt.Errorf("there is no source %q", name)
		case seen[name]:
		case s.Kind == Primary:
			primary++
		default:
			others++
		}
		seen[name] = true
	}
	return primary, others, nil
}

// Supports asks for one primary source, or two others, among some names.
func (all Sources) Supports(names []string) error {
	primary, others, err := all.Primary(names)
	if err == nil && primary == 0 && others < 2 {
		err = fmt.Errorf("needs a primary source or two secondary ones")
	}
	return err
}
