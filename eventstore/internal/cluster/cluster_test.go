package cluster

import (
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
)

// Of those who are named as leaders the newest view counts; of one moment, the one that most
// name; and whoever did not answer in time comes last, whatever is said of them.
func TestWhoIsTakenForTheLeader(t *testing.T) {
	now := time.Now()
	of := func(leader string, ago time.Duration) view { return view{leader, now.Add(-ago)} }
	for name, x := range map[string]struct {
		views []view
		late  []string
		want  string
	}{
		"nobody is named":                  {[]view{{}, {}}, nil, ""},
		"one view":                         {[]view{of("a", time.Minute)}, nil, "a"},
		"the newest":                       {[]view{of("a", 20*time.Second), of("a", 20*time.Second), of("b", 0)}, nil, "b"},
		"the newest, told in another turn": {[]view{of("b", 0), of("a", 20*time.Second), of("a", 20*time.Second)}, nil, "b"},
		"of one moment the most":           {[]view{of("a", 0), of("b", time.Second), of("b", time.Second)}, nil, "b"},
		"of one moment and as many":        {[]view{of("a", time.Second), of("b", 0)}, nil, "b"},
		"who was late":                     {[]view{of("a", 0), of("a", 0), of("b", 20*time.Second)}, []string{"a"}, "b"},
		"who was late, and nobody else":    {[]view{of("a", 0)}, []string{"a"}, "a"},
		"who were all late":                {[]view{of("a", 20*time.Second), of("b", 0)}, []string{"a", "b"}, "b"},
	} {
		f := New(&esdb.Configuration{})
		for _, address := range x.late {
			f.Late(address)
		}
		if got := f.choose(x.views); got != x.want {
			t.Errorf("%s: %q, want %q", name, got, x.want)
		}
	}
}
