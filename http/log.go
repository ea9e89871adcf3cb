package http

import (
	"context"
	"encoding/hex"
	"net/http"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/eventstore/proof"
	"github.com/tallystick/tallystick/readmodels"
)

// signedHead is a published head of a tree.
type signedHead struct {
	Origin     string `json:"origin" doc:"Names the log and the tree; first line of the note."`
	Size       int64  `json:"size" doc:"Events covered."`
	Root       string `json:"root" doc:"Root of the tree, hexadecimal."`
	SignedAt   string `json:"signed_at" format:"date-time"`
	Note       string `json:"note" doc:"The signed note (C2SP tlog-checkpoint)."`
	Verifier   string `json:"verifier_key" doc:"The key that signed it, in the note's own name (C2SP signed-note): any verifier of signed notes takes the two together."`
	RecordedIn string `json:"recorded_in" doc:"Stream of the event that published it."`
	Revision   int64  `json:"revision" doc:"Its revision there."`

	TimeStamp *timeStamp `json:"time_stamp" doc:"What a time stamping authority said of the note; null while, or where, there is none."`
}

// timeStamp is an authority's word of when a note was there.
type timeStamp struct {
	Time  string `json:"time" format:"date-time" doc:"That the authority stamped."`
	Token []byte `json:"token" doc:"RFC 3161 TimeStampToken (DER) over the SHA-256 of the note, in base64."`
}

// head is a published head with its time stamp.
func (s *Server) head(ctx context.Context, c readmodels.LogCheckpoint) (signedHead, error) {
	head, err := proof.Head([]byte(c.Note))
	if err != nil {
		return signedHead{}, err
	}
	h := signedHead{
		Origin: head.Origin(), Size: c.Size, Root: hex.EncodeToString(c.Root), SignedAt: c.SignedAt.UTC().Format(time.RFC3339Nano),
		Note: c.Note, RecordedIn: c.Stream, Revision: c.Revision,
	}
	keys, err := s.Checkpoints.Keys(ctx)
	if err != nil {
		return h, err
	}
	_, signer, err := keys.Open([]byte(c.Note))
	if err != nil {
		return h, err
	}
	if h.Verifier, err = proof.VerifierKey(signer, head.Tree); err != nil {
		return h, err
	}
	stamp, ok, err := s.DB.StampOf(ctx, c.Tree, c.Size)
	if ok {
		h.TimeStamp = &timeStamp{stamp.StampedAt.UTC().Format(time.RFC3339Nano), stamp.Token}
	}
	return h, err
}

type checkpointView struct {
	Checkpoint signedHead  `json:"checkpoint" doc:"Head of the tenant's tree."`
	Top        *signedHead `json:"top" doc:"Latest head of the tree of all tenants' checkpoints; null before there is one."`
	PublicKeys []string    `json:"public_keys" nullable:"false" doc:"Keys of the log, as it names them itself. Compare with what you were given on another way."`
	Rotations  []string    `json:"rotations" nullable:"false" doc:"Which key follows which, each signed by both."`
}

type checkpointIn struct {
	Size int64 `query:"size" minimum:"1" doc:"Published size; left out, the latest."`
}

type inclusionIn struct {
	Sited
	EventID  string `query:"event_id" maxLength:"36" doc:"Id of the event; or stream and revision."`
	Stream   string `query:"stream" maxLength:"200"`
	Revision int64  `query:"revision" minimum:"0"`
	Size     int64  `query:"size" minimum:"1" doc:"Size of the tree to prove it in; left out, the latest published one."`
}

type inclusionView struct {
	Tree     string      `json:"tree" doc:"The tenant's id; top for an event that published a checkpoint."`
	Leaf     int64       `json:"leaf" doc:"Number of the event in its tree, from 0."`
	Size     int64       `json:"size"`
	LeafHash string      `json:"leaf_hash"`
	Hashes   []string    `json:"hashes" nullable:"false" doc:"From the leaf's sibling to the root's child, hexadecimal."`
	Event    proof.Line  `json:"event" doc:"The event as the log holds it; data and metadata in base64. Personal data in it is sealed."`
	Head     *signedHead `json:"checkpoint" doc:"The head of that size; null when none was published."`
	Proof    string      `json:"proof" doc:"Proof and checkpoint as one text (C2SP tlog-proof); empty without a checkpoint."`
}

type consistencyIn struct {
	From int64  `query:"from" required:"true" minimum:"1" doc:"The earlier size."`
	To   int64  `query:"to" minimum:"1" doc:"The later size; left out, the latest published one."`
	Tree string `query:"tree" enum:"tenant,top" default:"tenant" doc:"The tenant's tree, or that of all checkpoints."`
}

type consistencyView struct {
	Tree   string   `json:"tree"`
	From   int64    `json:"from"`
	To     int64    `json:"to"`
	Hashes []string `json:"hashes" nullable:"false" doc:"RFC 9162, section 2.1.4; hexadecimal."`
}

// registerLog declares the proofs of the log. A service without a signing key
// has none.
func (s *Server) registerLog() {
	if s.Checkpoints == nil || s.Checkpoints.Signer == nil {
		return
	}
	register(s, Operation{
		Entry: "x.7", ID: "log.checkpoint", Method: http.MethodGet, Path: "/api/log/checkpoint/", Surface: "platform",
		Summary: "Signed head of the tenant's log", Permission: "proofs:read",
		Describe: "A checkpoint says what the log held, signed, so that a later change is noticed. Heads that have grown are signed at " +
			"an interval, the first when it is asked for. 404 where the log holds nothing of the tenant.",
	}, s.readCheckpoint)
	register(s, Operation{
		Entry: "x.7", ID: "log.inclusion", Method: http.MethodGet, Path: "/api/log/inclusion/", Surface: "platform",
		Summary: "Prove that the log holds an event", Permission: "proofs:read",
		Describe: "Where no checkpoint covers the event yet, one is signed, at most one a minute; until then 503 with Retry-After.",
	}, s.proveInclusion)
	register(s, Operation{
		Entry: "x.7", ID: "log.consistency", Method: http.MethodGet, Path: "/api/log/consistency/", Surface: "platform",
		Summary: "Prove that the log only grew", Permission: "proofs:read",
	}, s.proveConsistency)
}

func (s *Server) readCheckpoint(ctx context.Context, c *Call, in *checkpointIn) (*reply[checkpointView], error) {
	row, ok, err := s.Checkpoints.Head(ctx, c.Caller.Tenant, in.Size)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, fault.New(fault.NotFound, "no such checkpoint has been published")
	}
	v := checkpointView{Rotations: []string{}}
	if v.Checkpoint, err = s.head(ctx, row); err != nil {
		return nil, err
	}
	top, ok, err := s.Checkpoints.Head(ctx, proof.TopTree, 0)
	if err != nil {
		return nil, err
	}
	if ok {
		head, err := s.head(ctx, top)
		if err != nil {
			return nil, err
		}
		v.Top = &head
	}
	keys, err := s.Checkpoints.Keys(ctx)
	if err != nil {
		return nil, err
	}
	v.PublicKeys = keys.Public()
	rotations, err := s.Checkpoints.Rotations(ctx)
	for _, r := range rotations {
		v.Rotations = append(v.Rotations, string(r))
	}
	return &reply[checkpointView]{Body: v}, err
}

func (s *Server) proveInclusion(ctx context.Context, c *Call, in *inclusionIn) (*reply[inclusionView], error) {
	ref := commands.EventRef{Stream: in.Stream, Revision: uint64(in.Revision)}
	if (in.EventID == "") == (in.Stream == "") {
		return nil, fault.Invalid("event_id", "name the event either by event_id or by stream and revision")
	}
	if in.EventID != "" {
		id, err := uuid.Parse(in.EventID)
		if err != nil || id == uuid.Nil {
			return nil, fault.Invalid("event_id", "is not the id of an event")
		}
		ref = commands.EventRef{ID: id}
	}
	p, err := s.Checkpoints.Inclusion(ctx, c.Caller.Tenant, ref, in.Size, c.Sees)
	if err != nil {
		return nil, err
	}
	leaf := proof.LeafHash(p.Event.Leaf())
	v := inclusionView{
		Tree: p.Tree, Leaf: p.Leaf, Size: p.Size, LeafHash: hex.EncodeToString(leaf[:]), Hashes: hexHashes(p.Hashes),
		Event: proof.LineOf(p.Event),
	}
	if p.Checkpoint != nil {
		head, err := s.head(ctx, *p.Checkpoint)
		if err != nil {
			return nil, err
		}
		v.Head = &head
		v.Proof = string(proof.InclusionProof{Index: uint64(p.Leaf), Hashes: p.Hashes, Checkpoint: []byte(head.Note)}.Text())
	}
	return &reply[inclusionView]{Body: v}, nil
}

func (s *Server) proveConsistency(ctx context.Context, c *Call, in *consistencyIn) (*reply[consistencyView], error) {
	tree := c.Caller.Tenant
	if in.Tree == proof.TopTree {
		tree = proof.TopTree
	}
	hashes, to, err := s.Checkpoints.Consistency(ctx, tree, in.From, in.To)
	if err != nil {
		return nil, err
	}
	return &reply[consistencyView]{Body: consistencyView{Tree: tree, From: in.From, To: to, Hashes: hexHashes(hashes)}}, nil
}

func hexHashes(hashes []proof.Hash) []string {
	out := make([]string, len(hashes))
	for i, h := range hashes {
		out[i] = hex.EncodeToString(h[:])
	}
	return out
}
