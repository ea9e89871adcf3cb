package storetest

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"log"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	rpcstatus "google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"

	"github.com/tallystick/tallystick/eventstore"
)

// Admin and its password are those of a new cluster.
const (
	Admin         = "admin"
	AdminPassword = "changeit"
)

// security is what a cluster with users has beside: they are known by one header, as in
// EventStoreDB (BasicHttpAuthenticationProvider: a call with two is nobody's), and what
// one who is no admin may do stands in $settings and in the metadata of $all.
type security struct {
	caFile      string
	certificate tls.Certificate
	log         *eventstore.Store

	mu    sync.Mutex
	users map[string]string // with their passwords
}

// NewSecured is NewStrict over TLS, with users and rights.
func NewSecured(t testing.TB, members int) *Strict {
	t.Helper()
	g := &security{caFile: filepath.Join(t.TempDir(), "ca.crt"), users: map[string]string{Admin: AdminPassword}}
	var err error
	if g.certificate, err = newCertificate(g.caFile); err != nil {
		t.Fatal(err)
	}
	return newStrict(t, members, g)
}

// newCertificate is one of this machine that is its own authority, also written to a file.
func newCertificate(file string) (c tls.Certificate, err error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return c, err
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		return c, err
	}
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, os.WriteFile(file, text, 0o600)
}

// As names all members, and one of their users.
func (s *Strict) As(user, password string) eventstore.Config {
	c := s.Config()
	c.URL = strings.Replace(c.URL, "://", "://"+user+":"+password+"@", 1)
	c.URL = strings.Replace(c.URL, "tls=false", "tls=true&tlsCaFile="+s.security.caFile, 1)
	return c
}

// listen serves the protocol and the users' HTTP interface at one address.
func (g *security) listen(t testing.TB, l net.Listener, calls *grpc.Server) {
	server := &http.Server{
		TLSConfig: &tls.Config{Certificates: []tls.Certificate{g.certificate}}, ErrorLog: log.New(quietly{}, "", 0),
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.ProtoMajor == 2 && strings.HasPrefix(r.Header.Get("Content-Type"), "application/grpc") {
				calls.ServeHTTP(w, r)
				return
			}
			g.addUser(w, r)
		}),
	}
	go server.ServeTLS(l, "", "")
	t.Cleanup(func() { server.Close() })
}

// quietly drops what is said of handshakes that fail.
type quietly struct{}

func (quietly) Write(p []byte) (int, error) { return len(p), nil }

// addUser is POST /users/.
func (g *security) addUser(w http.ResponseWriter, r *http.Request) {
	name, password, _ := r.BasicAuth()
	var asked struct {
		LoginName, Password string
		Groups              []string
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case r.Method != http.MethodPost || r.URL.Path != "/users/":
		w.WriteHeader(http.StatusNotFound)
	case name != Admin || password != g.users[Admin]:
		w.WriteHeader(http.StatusUnauthorized)
	case json.NewDecoder(r.Body).Decode(&asked) != nil || asked.LoginName == "" || asked.Password == "" || len(asked.Groups) > 0:
		w.WriteHeader(http.StatusBadRequest)
	case g.users[asked.LoginName] != "":
		w.WriteHeader(http.StatusConflict)
	default:
		g.users[asked.LoginName] = asked.Password
		w.WriteHeader(http.StatusCreated)
	}
}

// userOf is who calls, "" = nobody in particular.
func (g *security) userOf(header metadata.MD) (name string, err error) {
	values := header.Get("authorization")
	if len(values) != 1 {
		return "", nil
	}
	token, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(values[0], "Basic "))
	name, password, _ := strings.Cut(string(token), ":")
	g.mu.Lock()
	defer g.mu.Unlock()
	if err != nil || g.users[name] == "" || g.users[name] != password {
		return "", status.Error(codes.Unauthenticated, "Unauthenticated")
	}
	return name, nil
}

// allows decides about a request, by its first message.
func (g *security) allows(user, method string, message []byte) bool {
	var stream, right string
	switch method[strings.LastIndex(method, "/")+1:] {
	case "Read":
		var r api.ReadReq
		if proto.Unmarshal(message, &r) != nil {
			return false
		}
		if stream, right = string(r.GetOptions().GetStream().GetStreamIdentifier().GetStreamName()), "$r"; stream == "" {
			return g.granted(user, "$$$all", func(c map[string]json.RawMessage) json.RawMessage { return c["$acl"] }, right, false)
		}
	case "Append":
		var r api.AppendReq
		_ = proto.Unmarshal(message, &r)
		stream, right = string(r.GetOptions().GetStreamIdentifier().GetStreamName()), "$w"
	case "BatchAppend":
		var r api.BatchAppendReq
		_ = proto.Unmarshal(message, &r)
		stream, right = string(r.GetOptions().GetStreamIdentifier().GetStreamName()), "$w"
	case "Delete", "Tombstone": // both begin with the stream
		var r api.DeleteReq
		_ = proto.Unmarshal(message, &r)
		stream, right = string(r.GetOptions().GetStreamIdentifier().GetStreamName()), "$d"
	default:
		return true
	}
	if of, meta := strings.CutPrefix(stream, "$$"); meta {
		stream, right = of, map[string]string{"$r": "$mr", "$w": "$mw", "$d": "$mw"}[right]
	}
	acl := "$userStreamAcl"
	if strings.HasPrefix(stream, "$") {
		acl = "$systemStreamAcl"
	}
	return g.granted(user, "$settings", func(c map[string]json.RawMessage) json.RawMessage { return c[acl] }, right, acl == "$userStreamAcl")
}

// granted looks a right up in the last event of a stream; without one, unstated counts.
func (g *security) granted(user, stream string, of func(map[string]json.RawMessage) json.RawMessage, right string, unstated bool) bool {
	if user == Admin {
		return true
	}
	last, err := g.log.ReadLast(context.Background(), stream, 1)
	if err != nil || len(last) == 0 {
		return unstated && err == nil
	}
	var content map[string]json.RawMessage
	var acl map[string][]string
	if json.Unmarshal(last[0].Data, &content) != nil || json.Unmarshal(of(content), &acl) != nil {
		return unstated
	}
	return user != "" && slices.Contains(acl[right], user)
}

// denied answers one append of a batch.
func denied(r *api.BatchAppendReq) *api.BatchAppendResp {
	detail, err := anypb.New(&shared.AccessDenied{})
	if err != nil {
		panic(err) // it always encodes
	}
	return &api.BatchAppendResp{CorrelationId: r.GetCorrelationId(), StreamIdentifier: r.GetOptions().GetStreamIdentifier(),
		Result: &api.BatchAppendResp_Error{Error: &rpcstatus.Status{Code: int32(codes.PermissionDenied), Message: "Access Denied",
			Details: []*anypb.Any{detail}}}}
}

var accessDenied = status.Error(codes.PermissionDenied, "Access Denied")
