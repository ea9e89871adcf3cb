package http

import (
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/corpus"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/projections/corpusbook"
	"github.com/tallystick/tallystick/readmodels"
)

const releasePath = "/api/staff/corpus/releases/"

// CorpusRelease is a release in the list.
type CorpusRelease struct {
	ID         string         `json:"id"`
	Release    *string        `json:"corpus_release_id" doc:"What answers pin while it is live; null until it was checked."`
	Status     corpus.Status  `json:"status" enum:"validating,blocked,valid,promoted,superseded,rolled_back"`
	Builtin    bool           `json:"built_in" doc:"The embedded law alone."`
	SourceID   string         `json:"source_id" doc:"Whose text was imported; empty: the built-in."`
	Version    int            `json:"source_version"`
	URL        string         `json:"url" doc:"Where it was fetched; empty: it was uploaded."`
	Retrieved  civil.Date     `json:"retrieved_at" format:"date"`
	AsOf       civil.Date     `json:"as_of" format:"date"`
	SHA256     string         `json:"sha256" doc:"Of the bytes as they came; empty: not known yet."`
	Base       string         `json:"base" doc:"Id of the release that it follows; empty: the built-in."`
	Documents  int            `json:"documents"`
	Passages   int            `json:"passages"`
	Added      int            `json:"added"`
	Removed    int            `json:"removed"`
	Changed    int            `json:"changed"`
	Errors     int            `json:"errors"`
	Warnings   int            `json:"warnings"`
	Conflicts  int            `json:"conflicts"`
	Codes      []string       `json:"codes" nullable:"false" doc:"Of what blocks it, each once."`
	Failure    *corpusFailure `json:"failure" doc:"Why nothing could be read of it; null: something was."`
	JobID      string         `json:"job_id" doc:"Empty: the built-in."`
	StatusURL  string         `json:"status_url" doc:"Where the release is polled."`
	ImportedBy string         `json:"imported_by"`
	ImportedAt *time.Time     `json:"imported_at"`
	UpdatedAt  *time.Time     `json:"updated_at"`
}

type corpusFailure struct {
	Code   string `json:"code"`
	Where  string `json:"where" doc:"File of an archive; empty: the whole."`
	Detail string `json:"detail"`
}

// corpusReport is a release in full.
type corpusReport struct {
	CorpusRelease
	Progress jobProgress    `json:"progress"`
	Report   *corpus.Report `json:"report" doc:"What the checks found; null until they were made."`
	Indexed  bool           `json:"indexed" doc:"Every node holds its index."`
	Lacking  []string       `json:"nodes_without_index" nullable:"false"`
}

type corpusReleaseList struct {
	Releases []CorpusRelease `json:"releases" nullable:"false"`
	Counted
}

func (s *Server) viewCorpusRelease(r corpus.Release) CorpusRelease {
	v := CorpusRelease{ID: r.ReleaseID, Status: s.Corpus.Book.Status(r), SourceID: r.SourceID, Version: r.Version, URL: r.URL,
		Retrieved: r.Retrieved,
		AsOf:      r.AsOf, SHA256: r.Raw.SHA256, Codes: []string{}, JobID: r.JobID, StatusURL: releasePath + r.ReleaseID + "/",
		ImportedBy: r.ImportedBy,
		ImportedAt: &r.ImportedAt, UpdatedAt: &r.UpdatedAt}
	if r.Read != nil {
		v.SHA256 = r.Read.Raw.SHA256
	}
	v.Codes = append(v.Codes, r.Codes()...)
	if x := r.Validated; x != nil {
		v.Release, v.Base, v.Documents, v.Passages, v.Added, v.Removed, v.Changed = &x.Release, x.Base, x.Documents, x.Passages, x.Added,
			x.Removed, x.Changed
		v.Errors, v.Warnings, v.Conflicts = x.Errors, x.Warnings, x.Conflicts
	}
	if f := r.Failed; f != nil {
		v.Failure = &corpusFailure{f.Code, f.Where, f.Says}
		v.Errors++
	}
	return v
}

// builtinRelease is the embedded law as a release.
func (s *Server) builtinRelease() CorpusRelease {
	name := law.Release()
	v := CorpusRelease{ID: name, Release: &name, Status: corpus.Live, Builtin: true, Codes: []string{}, StatusURL: releasePath + name + "/"}
	if _, _, ok := s.Corpus.Book.Serving(); ok {
		v.Status = corpus.Superseded
	}
	if own, err := corpus.Builtin(); err == nil {
		works := map[string]bool{}
		for i := range own {
			works[own[i].Work+"\x00"+own[i].Locator] = true
		}
		v.Documents, v.Passages = len(works), len(own)
	}
	return v
}

func (s *Server) registerCorpusReleases() {
	type listIn struct {
		Paged
		Fresh
		Status   string `query:"status" enum:"validating,blocked,valid,promoted,superseded,rolled_back"`
		SourceID string `query:"source" maxLength:"40"`
	}
	register(s, Operation{
		Entry: "17.4", ID: "corpus.releases", Method: http.MethodGet, Path: releasePath, Surface: "corpus",
		Summary: "Releases of the corpus, the latest first; the built-in one last", Permission: "corpus:manage",
	}, func(ctx context.Context, c *Call, in *listIn) (*reply[corpusReleaseList], error) {
		if err := s.corpusRead(); err != nil {
			return nil, err
		}
		var all []CorpusRelease
		for _, r := range s.Corpus.Book.Releases() {
			all = append(all, s.viewCorpusRelease(r))
		}
		all = slices.DeleteFunc(append(all, s.builtinRelease()), func(v CorpusRelease) bool {
			return in.Status != "" && string(v.Status) != in.Status || in.SourceID != "" && v.SourceID != in.SourceID
		})
		rows, next, err := pageOf(all, in.Paged, func(v CorpusRelease) string { return v.ID }, same)
		return &reply[corpusReleaseList]{Body: corpusReleaseList{rows, counted(len(all), next)}}, err
	})
	type readIn struct {
		Fresh
		ReleaseID string `path:"release_id" maxLength:"64" doc:"Of the release, or the id that answers pin."`
	}
	register(s, Operation{
		Entry: "17.5", ID: "corpus.release", Method: http.MethodGet, Path: releasePath + "{release_id}/", Surface: "corpus",
		Summary: "A release with its report: diff, provenance, index, what blocks it", Permission: "corpus:manage",
	}, func(ctx context.Context, c *Call, in *readIn) (*reply[corpusReport], error) {
		if err := s.corpusRead(); err != nil {
			return nil, err
		}
		if in.ReleaseID == law.Release() {
			return &reply[corpusReport]{Body: corpusReport{CorpusRelease: s.builtinRelease(), Indexed: true, Lacking: []string{}}}, nil
		}
		r, ok := s.Corpus.Book.Find(in.ReleaseID)
		if !ok {
			return nil, fault.New(fault.NotFound, "there is no release %s", in.ReleaseID)
		}
		return s.readCorpusRelease(ctx, c, r)
	})
	type validateIn struct {
		Written
		ReleaseID string `path:"release_id" maxLength:"64"`
		Body      *struct{}
	}
	register(s, Operation{
		Entry: "17.6", ID: "corpus.validate", Method: http.MethodPost, Path: releasePath + "{release_id}/validate/", Surface: "corpus",
		Status: http.StatusAccepted, Summary: "Check a release again, on what is live now", Permission: "corpus:manage",
		Errors: []int{409, 412, 422},
	}, func(ctx context.Context, c *Call, in *validateIn) (*reply[CorpusRelease], error) {
		caller, err := c.writer(in.Written)
		if err != nil {
			return nil, err
		}
		_, promoted := s.Corpus.Book.Live().Fate[in.ReleaseID]
		done, err := s.Corpus.Commands.Revalidate(ctx, caller, in.ReleaseID, promoted)
		if err != nil {
			return nil, err
		}
		settled(c, done)
		s.settleCorpus(ctx, done.Position)
		return &reply[CorpusRelease]{Status: http.StatusAccepted, ETag: etag(done.Revision), LogPosition: positionOf(done),
			Location: releasePath + done.ID + "/", Body: s.viewCorpusRelease(done.State)}, nil
	})
}

func (s *Server) readCorpusRelease(ctx context.Context, c *Call, r corpus.Release) (*reply[corpusReport], error) {
	h, err := commands.CorpusReleaseKind.Load(ctx, s.Log, c.Caller, r.ReleaseID)
	if err != nil {
		return nil, err
	}
	r = h.State
	v := corpusReport{CorpusRelease: s.viewCorpusRelease(r), Lacking: []string{}}
	if row, ok, err := s.DB.Job(ctx, readmodels.Scope{Tenant: c.Caller.Tenant, AllSites: true}, r.JobID); err == nil && ok {
		v.Progress = viewOfJob(row).Progress
	}
	if r.Validated != nil {
		report, err := s.Corpus.Texts.Report(ctx, r.Validated.Report)
		if err != nil {
			return nil, err
		}
		v.Report = &report
		if v.Status != corpus.Blocked && v.Status != corpus.Validating {
			name, err := s.Corpus.Texts.NameNow(ctx, corpusbook.Standing(r))
			if err != nil {
				return nil, err
			}
			lacking, err := s.Corpus.Texts.Lacking(ctx, name)
			if err != nil {
				return nil, err
			}
			v.Lacking, v.Indexed = append(v.Lacking, lacking...), len(lacking) == 0
		}
	}
	return &reply[corpusReport]{ETag: etag(h.Revision), Body: v}, nil
}

// corpusLive is which release is live.
type corpusLive struct {
	Release  string     `json:"corpus_release_id" doc:"What answers pin now."`
	ID       string     `json:"release_id" doc:"Empty: the built-in."`
	Since    *time.Time `json:"since" doc:"null: no other was ever live."`
	By       string     `json:"by" doc:"Principal who made it live."`
	Previous string     `json:"previous" doc:"Id of the release that a rollback goes back to; empty: the built-in."`
	QueuedJob
}

func (s *Server) viewCorpusLive(p corpus.Pointer) (corpusLive, error) {
	name, err := s.release()
	v := corpusLive{Release: name, ID: p.LiveRecord(), By: p.By, Previous: p.Previous()}
	if !p.Since.IsZero() {
		v.Since = &p.Since
	}
	if p.Waiting != nil {
		v.QueuedJob = QueuedJob{p.Job, "/api/staff/corpus/health/"}
	}
	return v, err
}

// indexPatience is how long a promotion waits for nodes that are building the index.
const indexPatience = 5 * time.Second

func (s *Server) registerCorpusLive() {
	type promoteIn struct {
		Written
		ReleaseID string `path:"release_id" maxLength:"64"`
		Body      corpus.Promote
	}
	register(s, Operation{
		Entry: "17.7", ID: "corpus.promote", Method: http.MethodPost, Path: releasePath + "{release_id}/promote/", Surface: "corpus",
		Summary: "Make a release the live one", Permission: "corpus:promote", Errors: []int{409, 412, 422},
		Describe: "Everything but the reading is checked again, and every node that is alive must hold the index. Not by who imported it.",
	}, func(ctx context.Context, c *Call, in *promoteIn) (*reply[corpusLive], error) {
		caller, err := c.writer(in.Written)
		if err != nil {
			return nil, err
		}
		h, err := commands.CorpusReleaseKind.Load(ctx, s.Log, c.Caller, in.ReleaseID)
		if err != nil {
			return nil, err
		}
		facts, err := s.promoteFacts(ctx, h.State)
		if err != nil {
			return nil, err
		}
		done, err := s.Corpus.Commands.Promote(ctx, caller, in.ReleaseID, in.Body, facts)
		return s.turned(ctx, c, done, err)
	})
	type rollBackIn struct {
		Written
		Body corpus.RollBack
	}
	register(s, Operation{
		Entry: "17.8", ID: "corpus.roll_back", Method: http.MethodPost, Path: releasePath + "rollback/", Surface: "corpus", Status: http.StatusOK,
		Also: []int{http.StatusAccepted}, Summary: "Make an earlier release the live one", Permission: "corpus:promote",
		Errors:   []int{409, 412, 422},
		Describe: "200 where every node holds its index still; else 202, and a job has it built anew first.",
	}, func(ctx context.Context, c *Call, in *rollBackIn) (*reply[corpusLive], error) {
		caller, err := c.writer(in.Written)
		if err != nil {
			return nil, err
		}
		f, err := s.rollBackFacts(ctx, in.Body.To)
		if err != nil {
			return nil, err
		}
		done, err := s.Corpus.Commands.RollBack(ctx, caller, in.Body, f)
		a, err := s.turned(ctx, c, done, err)
		if err == nil && done.State.Waiting != nil {
			a.Status = http.StatusAccepted
		}
		return a, err
	})
}

// turned answers which release is live after a command.
func (s *Server) turned(ctx context.Context, c *Call, done commands.Done[corpus.Pointer], err error) (*reply[corpusLive], error) {
	if err != nil {
		return nil, err
	}
	settled(c, done)
	s.settleCorpus(ctx, done.Position)
	v, err := s.viewCorpusLive(done.State)
	if err == nil { // said again later, a command answers what it made live, whatever is by now
		v.Release = law.Release()
		if now := done.State.Now; now != nil {
			v.Release, err = s.Corpus.Texts.NameNow(ctx, *now)
		}
	}
	return &reply[corpusLive]{Status: http.StatusOK, ETag: etag(done.Revision), LogPosition: positionOf(done), Body: v}, err
}

func (s *Server) promoteFacts(ctx context.Context, r corpus.Release) (f corpus.PromoteFacts, err error) {
	f.Release = r
	if r.Status != corpus.Valid || r.Validated == nil {
		return f, nil
	}
	if f.Found, f.Retired, err = s.Corpus.Texts.Recheck(ctx, r); err != nil {
		return f, err
	}
	report, err := s.Corpus.Texts.Report(ctx, r.Validated.Report)
	if err != nil {
		return f, err
	}
	f.Conflicts = report.Conflicts
	for until := time.Now().Add(indexPatience); ; {
		if f.Lacking, err = s.Corpus.Texts.Lacking(ctx, r.Validated.Release); err != nil || len(f.Lacking) == 0 || time.Now().After(until) {
			return f, err
		}
		select {
		case <-ctx.Done():
			return f, ctx.Err()
		case <-time.After(100 * time.Millisecond):
		}
	}
}

func (s *Server) rollBackFacts(ctx context.Context, to string) (f corpus.RollBackFacts, err error) {
	live := s.Corpus.Book.Live()
	switch f.To = to; to {
	case "":
		f.To = live.Previous()
	case law.Release():
		f.To = ""
	default:
		if r, ok := s.Corpus.Book.Find(to); ok {
			f.To = r.ReleaseID
		}
	}
	if f.To == "" {
		f.Held = true
		return f, nil
	}
	for _, x := range live.History {
		if x.ReleaseID != f.To {
			continue
		}
		name, err := s.Corpus.Texts.NameNow(ctx, x)
		if err != nil {
			return f, err
		}
		lacking, err := s.Corpus.Texts.Lacking(ctx, name)
		f.Held = len(lacking) == 0
		return f, err
	}
	return f, nil
}
