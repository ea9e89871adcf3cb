package projections

import (
	"encoding/json"
	"strings"

	"github.com/tallystick/tallystick/domain/anomaly"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/readmodels"
)

// Anomalies lists what scans found, and what was decided.
func Anomalies() Projection {
	return Projection{
		Name: "anomalies", Version: 1, Tables: []readmodels.Table{readmodels.Anomalies.Table}, Categories: []string{anomaly.Category.Name},
		Handle: handleAnomaly,
	}
}

func handleAnomaly(e event.Recorded, b *readmodels.Batch) error {
	s, _ := event.ParseStream(e.Stream)
	set := readmodels.Set{"updated_at": e.Meta.Time, "decided_by": e.Meta.Principal}
	switch p := e.Payload.(type) {
	case anomaly.Found:
		evidence, err := json.Marshal(p.Evidence)
		if err != nil {
			return err
		}
		words := strings.Join(p.Subjects, " ")
		for _, f := range p.Evidence {
			words += " " + f.Value
		}
		if e.Revision == 0 {
			readmodels.Anomalies.Add(b, readmodels.AnomalyRow{Tenant: s.Tenant, ID: s.ID, Site: e.Meta.Site, Status: string(anomaly.Open),
				Type:     string(p.Rule),
				Severity: string(p.Severity), Subjects: p.Subjects, Words: words, Evidence: evidence, Times: 1, FoundAt: e.Meta.Time,
				UpdatedAt: e.Meta.Time})
			return nil
		}
		set["status"], set["severity"], set["words"], set["evidence"] = string(anomaly.Open), string(p.Severity), words, json.RawMessage(evidence)
		set["times"], set["decided_by"] = readmodels.Plus(1), ""
	case anomaly.Resolved:
		set["status"] = string(anomaly.StatusResolved)
	case anomaly.Ignored:
		set["status"] = string(anomaly.StatusIgnored)
	}
	readmodels.Anomalies.Change(b, set, s.Tenant, s.ID)
	return nil
}
