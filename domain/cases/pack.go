package cases

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/report"
	"github.com/tallystick/tallystick/domain/sealed"
)

// Material is what a pack holds beside the case itself. For a pack to be the
// same at every export the proof must be the same: take the first published
// checkpoint that covers the finalised event, and export once there is one.
type Material struct {
	Records        []MaterialRecord // every answer and calculation of the evidence; documents if they are to travel along
	Checkpoint     []byte           // signed note
	InclusionProof []byte           // of the finalised event in the checkpoint's tree
	PublicKey      []byte           // of the checkpoint's signer
	Leaves         []byte           // the case's events as the log's leaves hold them
}

// MaterialRecord is a record of the evidence: the bytes whose SHA-256 the case
// was finalised with. Answers and calculations are JSON. A calculation is a
// calculator result, or {"request": …, "result": …}.
type MaterialRecord struct {
	Kind, ID  string
	Question  string // that an answer answered; "" = none, or forgotten
	Bytes     []byte
	Forgotten bool // whoever it speaks of was forgotten: there are no bytes, and the pack says so
}

// Cut returns the history up to the event that finalised a revision of the
// case, 0 for the latest final one. A revision that was never final is Blocked
// with case_not_finalised.
func Cut(history []event.Recorded, revision int) ([]event.Recorded, error) {
	for n := len(history); n > 0; n-- {
		if e, ok := history[n-1].Payload.(Finalised); ok && (revision == 0 || e.Revision == revision) {
			return history[:n], nil
		}
	}
	var b fault.Blockers
	b.Add("case_not_finalised", "the case has no final pack")
	return nil, b.Err()
}

// file is one entry of a pack.
type file struct {
	path string
	data []byte
}

// Report is what a practitioner hands in of a finalised revision, for reading;
// history, s and the records as those of Pack.
func Report(history []event.Recorded, s State, records []MaterialRecord) (report.Document, error) {
	figures, _, err := finalFigures(history, s, records)
	if err != nil {
		return report.Document{}, err
	}
	return reportOf(s, figures), nil
}

// finalFigures reads the records that a revision was finalised with.
func finalFigures(history []event.Recorded, s State, given []MaterialRecord) ([]figures, []MaterialRecord, error) {
	if s.Stage != Final || s.Events != len(history) {
		return nil, nil, fmt.Errorf("case %s: the history of a pack ends with the event that finalised it", s.ID)
	}
	records, err := packRecords(s, given)
	if err != nil {
		return nil, nil, err
	}
	read, err := readFigures(records)
	return read, records, err
}

// Pack builds the ZIP that stands for a finalised revision. history ends with
// the event that finalised it (see Cut), with its texts unsealed, and s is
// Fold(history). Equal arguments give equal bytes: entries stand in fixed
// order, are stored uncompressed and carry the time of finalisation. page lays
// the report out as HTML, of a report the same bytes for ever.
func Pack(history []event.Recorded, s State, material Material, page func(report.Document) ([]byte, error)) ([]byte, error) {
	figures, records, err := finalFigures(history, s, material.Records)
	if err != nil {
		return nil, err
	}
	format, err := packFormat(history[len(history)-1])
	if err != nil {
		return nil, err
	}
	caseJSON, err := sealed.Readable(caseAsPacked(s))
	if err != nil {
		return nil, fmt.Errorf("case %s: %w", s.ID, err)
	}
	log, err := packHistory(history)
	if err != nil {
		return nil, err
	}
	var files []file
	switch format {
	case packPages:
		files = pagesOf(s, figures, indent(caseJSON))
	default:
		laidOut, err := page(reportOf(s, figures))
		if err != nil {
			return nil, fmt.Errorf("case %s: %w", s.ID, err)
		}
		files = []file{{"report.html", laidOut}, {"case.json", indent(caseJSON)}}
	}
	files = append(files, file{"history.ndjson", log})
	for _, r := range records {
		files = append(files, file{recordPath(r.Kind, r.ID), r.Bytes})
	}
	for _, f := range []file{
		{"proof/checkpoint.txt", material.Checkpoint},
		{"proof/inclusion-proof.txt", material.InclusionProof},
		{"proof/public-key.txt", material.PublicKey},
		{"proof/leaves.ndjson", material.Leaves},
	} {
		if len(f.data) > 0 {
			files = append(files, f)
		}
	}
	manifest, err := manifestOf(s, files)
	if err != nil {
		return nil, err
	}
	return zipOf(append(files, file{"manifest.json", manifest}), s.final().At)
}

// pagesOf are the pages of format 1.
func pagesOf(s State, all []figures, caseJSON []byte) []file {
	return []file{
		{"summary.md", summaryPage(s)},
		{"case.json", caseJSON},
		{"facts.md", factsPage(all)},
		{"calculations.md", calculationsPage(all)},
		{"workpapers.md", workpapersPage(s)},
		{"risks.md", risksPage(all)},
		{"issues.md", issuesPage(s)},
		{"sign-offs.md", signOffsPage(s)},
		{"evidence.md", evidencePage(s)},
	}
}

// final is the finalisation that s stands at.
func (s State) final() Finalisation { return s.Finals[len(s.Finals)-1] }

// packRecords checks the material against the hashes the case was finalised
// with and sorts it. An answer or calculation may not be missing.
func packRecords(s State, given []MaterialRecord) ([]MaterialRecord, error) {
	evidence := s.final().Evidence
	records := slices.Clone(given)
	slices.SortFunc(records, func(a, b MaterialRecord) int {
		return strings.Compare(recordPath(a.Kind, a.ID), recordPath(b.Kind, b.ID))
	})
	have := map[Pinned]bool{}
	for i, r := range records {
		if r.Forgotten {
			at := slices.IndexFunc(evidence, func(p Pinned) bool { return p.Kind == r.Kind && p.Ref == r.ID && !have[p] })
			if at < 0 {
				return nil, fmt.Errorf("case %s: the evidence does not hold %s %s", s.ID, r.Kind, r.ID)
			}
			have[evidence[at]] = true
			records[i].Bytes = fmt.Appendf(nil, "{\"forgotten\": true, \"sha256\": %q}\n", evidence[at].SHA256)
			continue
		}
		sum := sha256.Sum256(r.Bytes)
		p := Pinned{r.Kind, r.ID, hex.EncodeToString(sum[:])}
		if !slices.Contains(evidence, p) || have[p] {
			return nil, fmt.Errorf("case %s: the evidence does not hold %s %s with SHA-256 %s, once", s.ID, p.Kind, p.Ref, p.SHA256)
		}
		have[p] = true
	}
	for _, p := range evidence {
		if (p.Kind == KindAnswer || p.Kind == KindCalculation) && !have[p] {
			return nil, fmt.Errorf("case %s: the material lacks %s %s with SHA-256 %s", s.ID, p.Kind, p.Ref, p.SHA256)
		}
	}
	return records, nil
}

// recordPath is where a record stands in the pack.
func recordPath(kind, id string) string {
	name := "records/" + kind + "-" + strings.ReplaceAll(id, "/", ".") // no id holds a dot
	if kind == KindAnswer || kind == KindCalculation {
		return name + ".json"
	}
	return name
}

// packHistory writes the events one a line, readable, with their metadata. The
// position is left out: it is the store's, and changes when a log is copied.
func packHistory(history []event.Recorded) ([]byte, error) {
	var b bytes.Buffer
	for _, e := range history {
		line, err := sealed.Readable(struct {
			Stream   string         `json:"stream"`
			Revision uint64         `json:"revision"`
			ID       uuid.UUID      `json:"id"`
			Type     string         `json:"type"`
			Data     event.Payload  `json:"data"`
			Meta     event.Metadata `json:"metadata"`
		}{e.Stream, e.Revision, e.ID, e.Type, e.Payload, e.Meta})
		if err != nil {
			return nil, fmt.Errorf("%s, event %d: %w", e.Stream, e.Revision, err)
		}
		b.Write(line)
		b.WriteByte('\n')
	}
	return b.Bytes(), nil
}

func manifestOf(s State, files []file) ([]byte, error) {
	type entry struct {
		Path   string `json:"path"`
		Bytes  int    `json:"bytes"`
		SHA256 string `json:"sha256"`
	}
	m := struct {
		Case        string    `json:"case"`
		Revision    int       `json:"revision"`
		FinalisedAt time.Time `json:"finalised_at"`
		FinalisedBy string    `json:"finalised_by"`
		Files       []entry   `json:"files"` // all but this one
	}{Case: s.ID, Revision: s.Revision, FinalisedAt: s.final().At.UTC(), FinalisedBy: s.final().By}
	for _, f := range files {
		sum := sha256.Sum256(f.data)
		m.Files = append(m.Files, entry{f.path, len(f.data), hex.EncodeToString(sum[:])})
	}
	data, err := json.Marshal(m)
	return indent(data), err
}

// zipOf stores rather than compresses, since a compressor's output may change
// with its version, and the bytes of a pack may not.
func zipOf(files []file, at time.Time) ([]byte, error) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range files {
		w, err := z.CreateHeader(&zip.FileHeader{Name: f.path, Method: zip.Store, Modified: at.UTC().Truncate(time.Second)})
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(f.data); err != nil {
			return nil, err
		}
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// indent lays out JSON for reading.
func indent(data []byte) []byte {
	var b bytes.Buffer
	if err := json.Indent(&b, data, "", "  "); err != nil {
		return data
	}
	b.WriteByte('\n')
	return b.Bytes()
}
