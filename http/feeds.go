package http

import (
	"context"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/blob"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/feeds"
	"github.com/tallystick/tallystick/domain/link"
	"github.com/tallystick/tallystick/readmodels"
)

// FeedDeps is what exports stand on.
type FeedDeps struct {
	Feeds *commands.Feeds
	// OpenFile reads a file; ok is false where it is not there any more.
	OpenFile func(ctx context.Context, tenant string, ref blob.Ref) (file io.ReadCloser, ok bool, err error)
}

const (
	exportList = "/api/accounting-feeds/exports/"
	exportOne  = exportList + "{export_id}/"
)

// exportView is an export in full.
type exportView struct {
	ID          string              `json:"id"`
	Site        int64               `json:"site"`
	Status      feeds.ExportStatus  `json:"status" enum:"queued,completed,failed"`
	Code        string              `json:"code" doc:"Why it failed; empty: it did not."`
	Detail      string              `json:"detail"`
	Format      string              `json:"format"`
	From        civil.Date          `json:"from" format:"date"`
	To          civil.Date          `json:"to" format:"date"`
	Provisional bool                `json:"provisional"`
	KnownAt     time.Time           `json:"known_at" doc:"What was posted later is not in it."`
	ScheduleID  string              `json:"schedule_id"`
	Subject     string              `json:"subject" doc:"Of a privacy export: whose data alone it holds; empty: everybody's."`
	Name        string              `json:"name" doc:"Of the file."`
	Bytes       int64               `json:"bytes"`
	SHA256      string              `json:"sha256" doc:"Of the file; empty until it is completed."`
	Entries     int64               `json:"entries"`
	Lines       int64               `json:"lines"`
	Totals      []feeds.ExportTotal `json:"totals" nullable:"false"`
	LogPosition int64               `json:"log_position" doc:"Leaves of the tenant's tree before the request."`
	CreatedAt   time.Time           `json:"created_at"`
	CreatedBy   string              `json:"created_by"`
	UpdatedAt   time.Time           `json:"updated_at"`
	QueuedJob
}

func viewExport(_ context.Context, _ *Call, h commands.Held[feeds.Export]) (exportView, error) {
	s := h.State
	v := exportView{ID: h.ID, Site: s.Site, Status: s.Status, Format: s.Request.Format, From: s.Request.From, To: s.Request.To,
		Provisional: s.Request.Provisional, KnownAt: s.Request.KnownAt, ScheduleID: s.Request.ScheduleID, Subject: s.Request.Subject,
		Totals:    []feeds.ExportTotal{},
		CreatedAt: s.RequestedAt, CreatedBy: s.RequestedBy, UpdatedAt: s.UpdatedAt, QueuedJob: Queued(s.JobID)}
	if d := s.Done; d != nil {
		v.Name, v.Bytes, v.SHA256, v.Entries, v.Lines, v.Totals, v.LogPosition = d.Name, d.File.Bytes, d.File.SHA256, d.Entries, d.Lines,
			d.Totals, d.LogPosition
	}
	if f := s.Failure; f != nil {
		v.Code, v.Detail = f.Code, f.Detail
	}
	return v, nil
}

type exportListIn struct {
	Listing
	Dated
	Status     string `query:"status" enum:"queued,completed,failed"`
	Format     string `query:"format" maxLength:"20"`
	ScheduleID string `query:"schedule_id" maxLength:"64"`
	Order      string `query:"order" enum:"created_at,-created_at,updated_at,-updated_at" default:"-created_at"`
}

func (in *exportListIn) order() string { return in.Order }

func (in *exportListIn) narrow(c *Call) ([]readmodels.Cond, error) {
	conds, err := in.Dated.days(c, "created_at")
	return append(conds, readmodels.Is("status", in.Status), readmodels.Is("format", in.Format), readmodels.Is("schedule_id", in.ScheduleID)),
		err
}

type exportRequestIn struct {
	Sited
	Written
	Body struct {
		feeds.RequestExport
		Site int64 `json:"site,omitempty" minimum:"1" doc:"As the query parameter."`
	}
}

func (in *exportRequestIn) Resolve(hc huma.Context) []error { return examine(hc, in) }
func (in *exportRequestIn) faults(*Call, bool) fault.Fields { return fieldsOf(in.Body.Validate()) }

func (s *Server) registerFeeds() {
	registerList[exportListIn](s, Operation{
		Entry: "16.10", ID: "exports.list", Path: exportList, Surface: "feeds", Summary: "Export history", Permission: "exports:read",
	}, "exports", readmodels.Exports, asIs)

	register(s, Operation{
		Entry: "16.11", ID: "exports.request", Method: http.MethodPost, Path: exportList, Surface: "feeds", Status: http.StatusAccepted,
		Summary: "Queue an export job", Permission: "exports:write", Errors: []int{409, 422},
		Describe: "The posted entries of a range of booking days, in a format; the same range, format and position of the log are the same bytes. " +
			"422 lists every blocker at once: `books_missing`, `period_not_ended` and `unposted_entries` (not with `provisional`), `period_open` " +
			"(FEC), `format_not_available`, `seller_details_missing`, `account_mapping_missing`.",
	}, func(ctx context.Context, c *Call, in *exportRequestIn) (*reply[exportView], error) {
		if err := c.narrow(in.Body.Site); err != nil {
			return nil, err
		}
		caller, err := c.writer(in.Written)
		if err != nil {
			return nil, err
		}
		done, err := s.Feeds.Export(ctx, caller, in.Body.RequestExport, s.today(c))
		if err != nil {
			return nil, err
		}
		settled(c, done)
		v, err := viewExport(ctx, c, commands.Held[feeds.Export]{ID: done.ID, State: done.State})
		return &reply[exportView]{Status: http.StatusAccepted, ETag: etag(done.Revision), LogPosition: positionOf(done),
			Location: exportList + done.ID + "/", Body: v}, err
	})

	r := &resource[feeds.Export, exportView]{entry: "x.18", surface: "feeds", list: exportList, one: exportOne, kind: commands.ExportKind,
		view: viewExport}
	registerRead(s, r, Operation{ID: "exports.read", Summary: "An export", Permission: "exports:read"})
	s.registerExportFile()
}

func (s *Server) registerExportFile() {
	download := exportOne + "download/"
	s.acceptLinks("export", download, func(ctx context.Context, claim link.Claim) (string, error) {
		h, err := commands.ExportKind.Load(ctx, s.Log, commands.Caller{Tenant: claim.Tenant, Sites: everySite}, claim.Resource.ID)
		if f := fault.As(err); f != nil && f.Code == fault.NotFound {
			return "", nil
		}
		if err != nil || h.State.Done == nil || h.State.Request.Format != claim.Format {
			return "", err
		}
		return h.State.Done.File.SHA256, nil
	})

	type linkIn struct {
		Sited
		Written
		ID   string `path:"export_id" maxLength:"64"`
		Body *linkRequest
	}
	register(s, Operation{
		Entry: "16.12", ID: "exports.link", Method: http.MethodPost, Path: exportOne + "link/", Surface: "feeds",
		Summary: "Issue a signed download link that expires", Permission: "exports:write", Status: http.StatusCreated, Also: []int{http.StatusOK},
		Errors:   []int{409, 422},
		Describe: "422 `export_not_completed` while there is no file. `revoke: true` ends every link that was issued before.",
	}, func(ctx context.Context, c *Call, in *linkIn) (*reply[linkView], error) {
		h, err := s.completed(ctx, c, in.ID, in.Body)
		if err != nil {
			return nil, err
		}
		o := linkOrder{operation: "exports.link", permission: "exports:write", resource: link.Resource{Kind: "export", ID: h.ID},
			format: h.State.Request.Format, path: exportList + h.ID + "/download/"}
		if in.Body != nil {
			o.request = *in.Body
		}
		if h.State.Done != nil {
			o.checksum = h.State.Done.File.SHA256
		}
		return s.answerLink(ctx, c, in.Written, o)
	})

	type downloadIn struct {
		Sited
		Tokened
		ID     string `path:"export_id" maxLength:"64"`
		Format string `query:"format" maxLength:"20" doc:"The export's; it stands in signed links."`
	}
	register(s, Operation{
		Entry: "16.13", ID: "exports.download", Method: http.MethodGet, Path: download, Surface: "feeds", Stream: true,
		Summary: "Download an export", Permission: "exports:read", Errors: []int{422}, Media: exportMedia(), Hashed: true,
		Describe: "With the token of a signed link, or as a caller who may read it. `X-Content-SHA256` is the hash of the bytes.",
	}, func(ctx context.Context, c *Call, in *downloadIn) (*huma.StreamResponse, error) {
		h, err := s.completed(ctx, c, in.ID, nil)
		if err != nil {
			return nil, err
		}
		if in.Format != "" && in.Format != h.State.Request.Format {
			return nil, fault.Invalid("format", "the export is %s", h.State.Request.Format)
		}
		return s.streamFile(ctx, c, commands.ExportMedia(h.State.Request.Format), h.State.Done.Name, h.State.Done.File)
	})
}

// completed is an export that has a file, or is asked to have its links ended.
func (s *Server) completed(ctx context.Context, c *Call, id string, asked *linkRequest) (h commands.Held[feeds.Export], err error) {
	if h, err = commands.ExportKind.Load(ctx, s.Log, c.Caller, id); err != nil {
		return h, err
	}
	if asked != nil && asked.Format != "" && asked.Format != h.State.Request.Format {
		return h, fault.Invalid("format", "the export is %s", h.State.Request.Format)
	}
	if c.link == nil {
		if err := commands.MayTake(c.Caller, h.State.Request); err != nil {
			return h, err
		}
	}
	var b fault.Blockers
	if h.State.Done == nil && (asked == nil || !asked.Revoke) {
		b.On("export/"+h.ID, "export_not_completed", "the export is %s", h.State.Status)
	}
	return h, b.Err()
}

// streamFile streams a file that was kept.
func (s *Server) streamFile(ctx context.Context, c *Call, contentType, name string, ref blob.Ref) (*huma.StreamResponse, error) {
	file, ok, err := s.OpenFile(ctx, c.Caller.Tenant, ref)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, fault.New(fault.NotFound, "the file is not kept any more")
	}
	return &huma.StreamResponse{Body: func(hc huma.Context) {
		defer file.Close()
		w := hc.BodyWriter().(*response)
		h := w.Header()
		h.Set("Content-Type", contentType)
		h.Set("Content-Disposition", `attachment; filename="`+fileName(name)+`"`)
		h.Set("Content-Length", strconv.FormatInt(ref.Bytes, 10))
		h.Set(contentHash, ref.SHA256)
		documentHeaders(h)
		if err := s.beginStream(ctx, c, w); err != nil {
			h.Del("Content-Length")
			s.problem(c, err).write(w)
			return
		}
		if _, err := io.Copy(w, file); err != nil {
			// Half a file must not look like a whole one.
			s.Logger.Warn("a download was cut off", "request", c.RequestID, "error", err)
			panic(http.ErrAbortHandler)
		}
	}}, nil
}
