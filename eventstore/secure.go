package eventstore

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/google/uuid"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"github.com/tallystick/tallystick/eventstore/internal/cluster"
)

// Where a server keeps the rights to streams that have none of their own, and those
// to the whole log.
const (
	settingsStream = "$settings"
	settingsType   = "update-default-acl"
	allMetadata    = "$$$all"
	metadataType   = "$metadata"
	admins         = "$admins"
)

// rights are what a server's access control lists say, by operation.
type rights map[string]any

// Secure has a server of its own users let one of them read and append, and nobody
// but admins delete streams, end them, or change their metadata. The Store must be
// an admin's. Doing it again changes nothing; it reports whether it changed anything.
//
// Source: EventStoreDB's access control lists: the default ones are the newest event
// of $settings, those of the whole log the metadata of $all.
func (s *Store) Secure(ctx context.Context, user string) (changed bool, err error) {
	both := []string{user, admins}
	nobody := []string{admins}
	for _, x := range []struct {
		stream, typ string
		content     map[string]any
	}{
		{settingsStream, settingsType, map[string]any{
			"$userStreamAcl":   rights{"$r": both, "$w": both, "$d": nobody, "$mr": both, "$mw": nobody},
			"$systemStreamAcl": rights{"$r": nobody, "$w": nobody, "$d": nobody, "$mr": nobody, "$mw": nobody},
		}},
		{allMetadata, metadataType, map[string]any{"$acl": rights{"$r": both}}},
	} {
		wrote, err := s.settle(ctx, x.stream, x.typ, x.content)
		if err != nil {
			return changed, fmt.Errorf("eventstore: %s: %w", x.stream, err)
		}
		changed = changed || wrote
	}
	return changed, nil
}

// settle makes an event the last of a stream, unless it is.
func (s *Store) settle(ctx context.Context, stream, typ string, content map[string]any) (bool, error) {
	data, err := json.Marshal(content)
	if err != nil {
		return false, err
	}
	last, err := s.ReadLast(ctx, stream, 1)
	if err != nil {
		return false, err
	}
	expected := NoStream
	if len(last) == 1 {
		var is, want any
		if json.Unmarshal(last[0].Data, &is) == nil && json.Unmarshal(data, &want) == nil && reflect.DeepEqual(is, want) {
			return false, nil
		}
		expected = Exactly(last[0].Revision)
	}
	_, err = s.Append(ctx, stream, expected, Proposed{ID: uuid.New(), Type: typ, Data: data})
	return err == nil, err
}

// CreateUser makes a user without any role, by the server's HTTP interface; created
// is false where there is one of that name already, whose password stays.
func (s *Store) CreateUser(ctx context.Context, name, password string) (created bool, err error) {
	leader, err := s.members.Leader(ctx)
	if err != nil {
		return false, Explain(err)
	}
	scheme := "https"
	if s.esdb.DisableTLS {
		scheme = "http"
	}
	body, err := json.Marshal(map[string]any{"loginName": name, "fullName": "Tallystick", "password": password, "groups": []string{}})
	if err != nil {
		return false, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, scheme+"://"+leader+"/users/", bytes.NewReader(body))
	if err != nil {
		return false, err
	}
	request.Header.Set("Content-Type", "application/json")
	request.SetBasicAuth(s.esdb.Username, s.esdb.Password)
	client := http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{
		TLSClientConfig: &tls.Config{InsecureSkipVerify: s.esdb.SkipCertificateVerification, RootCAs: s.esdb.RootCAs}}}
	answer, err := client.Do(request)
	if err != nil {
		return false, s.redacted(Explain(err))
	}
	defer answer.Body.Close()
	text, _ := io.ReadAll(io.LimitReader(answer.Body, 1<<10)) // what it says beside its status only helps
	switch answer.StatusCode {
	case http.StatusCreated:
		return true, nil
	case http.StatusConflict:
		return false, nil
	}
	return false, fmt.Errorf("eventstore: the user %s was not created: %s %s", name, answer.Status, text)
}

// CouldDelete reports whether the Store's own user could delete a stream, by asking
// for the deletion of one that is not there, at a revision that it does not have.
func (s *Store) CouldDelete(ctx context.Context, stream string) (bool, error) {
	conn, err := s.enter(ctx)
	if err != nil {
		return false, err
	}
	defer conn.calls.Done()
	var trailer metadata.MD
	_, err = api.NewStreamsClient(conn.direct.conn).Delete(cluster.Outgoing(ctx, &conn.conf), &api.DeleteReq{Options: &api.DeleteReq_Options{
		StreamIdentifier:       &shared.StreamIdentifier{StreamName: []byte(stream)},
		ExpectedStreamRevision: &api.DeleteReq_Options_Revision{Revision: 1 << 60},
	}}, grpc.Trailer(&trailer))
	switch status.Code(err) {
	case codes.PermissionDenied:
		return false, nil
	case codes.OK, codes.FailedPrecondition:
		return true, nil
	}
	return false, s.classify(conn, cluster.Refused(err, trailer))
}
