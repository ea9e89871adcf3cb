package http

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/tallystick/tallystick/commands"
	engine "github.com/tallystick/tallystick/domain/answer"
	"github.com/tallystick/tallystick/domain/blob"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/corpus"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/projections/corpusbook"
	"github.com/tallystick/tallystick/projections/textindex"
)

// CorpusTexts are the texts of releases and their indexes on this node.
type CorpusTexts interface {
	Listed(address string) bool
	Manifest(ctx context.Context, ref blob.Ref) (corpus.ManifestFile, error)
	Report(ctx context.Context, ref blob.Ref) (corpus.Report, error)
	Recheck(ctx context.Context, r corpus.Release) (found []corpus.Finding, retired []string, err error)
	NameNow(ctx context.Context, s corpus.Standing) (string, error)
	Lacking(ctx context.Context, name string) ([]string, error)
	Hold(ctx context.Context, name string, manifest blob.Ref) (*textindex.Index, error)
	Index(name string) (*textindex.Index, error)
}

// CorpusDeps is what the corpus stands on.
type CorpusDeps struct {
	Book     *corpusbook.Book
	Commands *commands.Corpus
	Texts    CorpusTexts
}

// corpusSurfaces pins the contract of the corpus.
var corpusSurfaces = map[string]surface{
	"corpus": {"1.0.0", "Staff: sources of law, imports of their texts, releases with their reports, promotion and rollback, search."},
}

// rawBytesMax bounds an uploaded text.
const rawBytesMax = 512 << 20

func (s *Server) registerCorpus() {
	s.registerCorpusSources()
	s.registerCorpusImport()
	s.registerCorpusReleases()
	s.registerCorpusLive()
	s.registerCorpusSearch()
	s.registerCorpusCoverage()
}

// release is what an answer pins now.
func (s *Server) release() (string, error) {
	if s.Corpus.Book == nil {
		return law.Release(), nil
	}
	name, err := s.Corpus.Book.Release()
	if err != nil {
		return "", fault.Wrap(err, fault.StoreUnavailable, "which release of the corpus is live has not been read yet")
	}
	return name, nil
}

// openConflicts are what a person has left open in the release that serves.
func (s *Server) openConflicts() []engine.SourceConflict {
	if s.Corpus.Book == nil {
		return nil
	}
	return s.Corpus.Book.Conflicts()
}

// corpusRead refuses while this node has not read the log to its head once.
func (s *Server) corpusRead() error {
	if !s.Corpus.Book.CaughtUp() {
		return fault.New(fault.StoreUnavailable, "the corpus has not been read yet")
	}
	return nil
}

// settleCorpus waits, after a write, until this node's book has it.
func (s *Server) settleCorpus(ctx context.Context, at event.Position) {
	ctx, cancel := context.WithTimeout(ctx, readPatience)
	defer cancel()
	s.Corpus.Book.WaitFor(ctx, at)
}

type corpusSourceList struct {
	Sources []corpus.Source `json:"sources" nullable:"false"`
	Counted
}

func (s *Server) registerCorpusSources() {
	r := &resource[corpus.Source, corpus.Source]{entry: "17.1", surface: "corpus", list: "/api/staff/corpus/sources/",
		one: "/api/staff/corpus/sources/{source_id}/", kind: commands.CorpusSourceKind, settle: s.settleCorpus,
		view: func(_ context.Context, _ *Call, h commands.Held[corpus.Source]) (corpus.Source, error) {
			return h.State, nil
		}}
	type listIn struct {
		Paged
		Fresh
		Status       string `query:"status" enum:"active,paused,retired"`
		Kind         string `query:"kind" enum:"statute,regulation,case_law,treaty,gazette,guidance,form,rates"`
		Authority    string `query:"authority" enum:"primary,secondary"`
		Format       string `query:"format" enum:"clml,akn,uslm,ecfr,gii,html,pdf,text,jsonl"`
		Jurisdiction string `query:"jurisdiction" pattern:"^[A-Z]{2}$" patternDescription:"ISO 3166-1 code"`
		Q            string `query:"q" maxLength:"100" doc:"Part of the id, title or publisher."`
	}
	register(s, Operation{
		Entry: "17.1", ID: "corpus.sources", Method: http.MethodGet, Path: r.list, Surface: "corpus",
		Summary: "The registry of sources", Permission: "corpus:manage",
	}, func(ctx context.Context, c *Call, in *listIn) (*reply[corpusSourceList], error) {
		if err := s.corpusRead(); err != nil {
			return nil, err
		}
		is := func(asked, has string) bool { return asked == "" || asked == has }
		all := slices.DeleteFunc(s.Corpus.Book.Sources(), func(x corpus.Source) bool {
			return !is(in.Status, x.Status) || !is(in.Kind, x.Kind) || !is(in.Authority, x.Authority) || !is(in.Format, x.Format) ||
				in.Jurisdiction != "" && !slices.Contains(x.Jurisdictions, in.Jurisdiction) ||
				!matches(in.Q, x.ID) && !matches(in.Q, x.Title) && !matches(in.Q, x.Publisher)
		})
		rows, next, err := pageOf(all, in.Paged, func(x corpus.Source) string { return x.ID }, same)
		return &reply[corpusSourceList]{Body: corpusSourceList{rows, counted(len(all), next)}}, err
	})
	verb := commands.RegisterCorpusSource.Creating()
	o := r.filled(Operation{Summary: "Register a source", Status: http.StatusCreated,
		Describe: "A source needs a licence. 409 where its name is taken."}, http.MethodPost, r.list, 409)
	examining(&o, verb, nil)
	register(s, o, func(ctx context.Context, c *Call, in *commandIn[corpus.RegisterSource]) (*reply[corpus.Source], error) {
		return carryOut(ctx, s, c, r, verb, in.Written, in.Body.ID, in.Body)
	})
	registerRead(s, r, Operation{Entry: "17.2", ID: "corpus.source", Summary: "A source", Permission: "corpus:manage"})
	registerChange(s, r, Operation{Entry: "17.2", Summary: "Edit a source; its version goes up"}, commands.EditCorpusSource)
}

// importForm is that of an upload.
func (s *Server) importForm() *UploadForm {
	f := &UploadForm{FileMax: rawBytesMax, BytesMax: rawBytesMax + formBytesMax, AnyType: true,
		FileDoc: "The publisher's file, or a ZIP of files of its format, of at most 512 MiB.", Fields: []FormField{
			{Name: "source_id", Doc: "Id of the source.", BytesMax: 40},
			{Name: "retrieved_at", Doc: "Day on which it was taken from the publisher; left out: today (UTC).", BytesMax: 10},
			{Name: "as_of", Doc: "Day as of which it reads so; left out: retrieved_at.", BytesMax: 10},
			{Name: "sha256", Doc: "Of the bytes as they must be.", BytesMax: 64},
			{Name: "expect_removed", Doc: "Much of the text is meant to go or to change.", Enum: []string{"true", "false"}, BytesMax: 5},
		}}
	f.Check = func(fields map[string]string) error {
		_, err := s.importOf(fields)
		return err
	}
	f.JSON = func(r huma.Registry) *huma.Schema { return huma.SchemaFromType(r, typeOf[corpus.Import]()) }
	return f
}

func (s *Server) registerCorpusImport() {
	type importIn struct{ Written }
	register(s, Operation{
		Entry: "17.3", ID: "corpus.import", Method: http.MethodPost, Path: "/api/staff/corpus/imports/", Surface: "corpus",
		Status:  http.StatusAccepted,
		Summary: "Import a source's text", Permission: "corpus:manage", Upload: s.importForm(), Errors: []int{409, 422},
		Describe: "A form uploads the text; JSON has it fetched from the source's address, where the operator has listed its host. The release that it " +
			"makes is read, laid over what is live, checked and indexed by a job; poll `status_url`. What is refused blocks the release by name " +
			"and leaves nothing behind.",
	}, func(ctx context.Context, c *Call, in *importIn) (*reply[CorpusRelease], error) {
		cmd, keep, err := s.importAsked(ctx, c)
		if err != nil {
			return nil, err
		}
		defer keep.Discard()
		if len(keep.Files) > 0 {
			if cmd.Raw, err = keep.Files[0].Keep(ctx, c.Caller.Tenant, corpus.FilesOf); err != nil {
				return nil, err
			}
		}
		caller, err := c.writer(in.Written)
		if err != nil {
			return nil, err
		}
		source, _ := s.Corpus.Book.Source(cmd.SourceID)
		done, err := s.Corpus.Commands.Import(ctx, caller, cmd, corpus.ImportFacts{Source: source, HostListed: s.Corpus.Texts.Listed(source.URL)})
		if err != nil {
			return nil, err
		}
		settled(c, done)
		s.settleCorpus(ctx, done.Position)
		return &reply[CorpusRelease]{Status: http.StatusAccepted, ETag: etag(done.Revision), LogPosition: positionOf(done),
			Location: releasePath + done.ID + "/", Body: s.viewCorpusRelease(done.State)}, nil
	})
}

// importAsked reads what an import asks for: a form, or JSON.
func (s *Server) importAsked(ctx context.Context, c *Call) (cmd corpus.Import, u *uploaded, err error) {
	media, _, _ := strings.Cut(c.incoming.Header.Get("Content-Type"), ";")
	if strings.EqualFold(strings.TrimSpace(media), "multipart/form-data") {
		if u, err = s.receive(ctx, c); err != nil {
			return cmd, nil, err
		}
		if cmd, err = s.importOf(u.Fields); err != nil {
			u.Discard()
		}
		return cmd, u, err
	}
	text, err := io.ReadAll(io.LimitReader(c.incoming.Body, formBytesMax))
	if err != nil {
		return cmd, nil, s.uploadFault(c.operation.Upload, err)
	}
	faults, _, err := s.checkBody(ctx, c.operation.Upload.json, text)
	if err != nil {
		return cmd, nil, fault.Wrap(err, fault.InvalidInput, "the client left")
	}
	if err := faults.Err(); err != nil {
		return cmd, nil, err
	}
	if err := json.Unmarshal(text, &cmd); err != nil {
		return cmd, nil, fault.Invalid("body", "a form with a file, or JSON with source_id")
	}
	cmd.Today = civil.FromTime(s.Now().UTC())
	return cmd, &uploaded{}, cmd.Validate()
}

// importOf is what the fields of a form ask for.
func (s *Server) importOf(fields map[string]string) (corpus.Import, error) {
	var f fault.Fields
	on := func(name string) (d civil.Date) {
		if text := fields[name]; text != "" {
			d = parseDate(&f, name, text)
		}
		return d
	}
	cmd := corpus.Import{SourceID: fields["source_id"], Retrieved: on("retrieved_at"), AsOf: on("as_of"), SHA256: fields["sha256"],
		ExpectRemoved: fields["expect_removed"] == "true", Today: civil.FromTime(s.Now().UTC())}
	return cmd, slices.Concat(f, fieldsOf(cmd.Validate())).Err()
}
