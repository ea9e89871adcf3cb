package http

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/feeds"
)

type privacyExportIn struct {
	Sited
	Written
	Body *feeds.RequestBundle
}

func (in *privacyExportIn) Resolve(hc huma.Context) []error { return examine(hc, in) }

func (in *privacyExportIn) faults(*Call, bool) fault.Fields {
	if in.Body == nil {
		return nil
	}
	return fieldsOf(in.Body.Validate())
}

// registerBundles adds the exports of a tenant as a whole; each is an export like
// any other once it is asked for.
func (s *Server) registerBundles() {
	type evidenceIn struct {
		Sited
		Written
		Body *struct{}
	}
	register(s, Operation{
		Entry: "22.3", ID: "exports.evidence", Method: http.MethodPost, Path: "/api/exports/evidence-bundle/", Surface: "feeds",
		Status:  http.StatusAccepted,
		Summary: "Queue a full evidence bundle", Permission: "exports:evidence", Errors: []int{409, 422},
		Describe: "A ZIP of every event of the tenant up to the first signed head that covers this request, the files that they name, that head and the public " +
			"keys. `tallystick verify --from bundle.zip --key …` accepts it without the service. The files of returns are withheld, and listed as that, where " +
			"whoever asks may not download returns. The same position of the log is the same bytes. It is read and linked to as an export, by those who " +
			"may ask for what it holds. 422 `checkpoint_missing`; the job fails with `bundle_too_large` beyond 2 GiB.",
	}, func(ctx context.Context, c *Call, in *evidenceIn) (*reply[exportView], error) {
		return s.bundle(ctx, c, in.Written, feeds.RequestBundle{Format: feeds.EvidenceFormat})
	})
	register(s, Operation{
		Entry: "22.4", ID: "exports.privacy", Method: http.MethodPost, Path: "/api/exports/privacy/", Surface: "feeds",
		Status:  http.StatusAccepted,
		Summary: "Queue an export of what is known of people", Permission: "privacy:export", Errors: []int{404, 409, 422},
		Describe: "A ZIP of the events and files of one `subject`, or of everybody, with sealed texts in the clear, and of what keeps each subject from being " +
			"forgotten. It is read and linked to as an export, by those who may ask for it. 404 where the log does not name the subject; 422 " +
			"`subject_forgotten`.",
	}, func(ctx context.Context, c *Call, in *privacyExportIn) (*reply[exportView], error) {
		cmd := feeds.RequestBundle{}
		if in.Body != nil {
			cmd = *in.Body
		}
		cmd.Format = feeds.PrivacyFormat
		return s.bundle(ctx, c, in.Written, cmd)
	})
}

func (s *Server) bundle(ctx context.Context, c *Call, w Written, cmd feeds.RequestBundle) (*reply[exportView], error) {
	caller, err := c.writer(w)
	if err != nil {
		return nil, err
	}
	done, err := s.Feeds.Bundle(ctx, caller, cmd, s.today(c))
	if err != nil {
		return nil, err
	}
	settled(c, done)
	v, err := viewExport(ctx, c, commands.Held[feeds.Export]{ID: done.ID, State: done.State})
	return &reply[exportView]{Status: http.StatusAccepted, ETag: etag(done.Revision), LogPosition: positionOf(done),
		Location: exportList + done.ID + "/", Body: v}, err
}
