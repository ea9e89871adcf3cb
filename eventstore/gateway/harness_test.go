package gateway_test

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/big"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"
	"go.uber.org/goleak"

	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/audit"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/tenancy"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/eventstore/gateway"
	"github.com/tallystick/tallystick/eventstore/storetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const (
	mine   = "00000000000000000000000000000001" // the tenant whose keys the tests hold
	theirs = "00000000000000000000000000000002"
)

// people is a directory in memory.
type people struct {
	mu      sync.Mutex
	unready bool
	byKey   map[string]tenancy.Principal
}

func (d *people) Ready() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return !d.unready
}

func (d *people) Authenticate(token string, _ time.Time) (tenancy.Key, tenancy.Principal, string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	p, ok := d.byKey[token]
	if !ok {
		return tenancy.Key{}, p, "unknown_key"
	}
	return tenancy.Key{ID: "key of " + p.ID}, p, ""
}

func (d *people) change(f func(byKey map[string]tenancy.Principal)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	f(d.byKey)
}

func (d *people) setReady(ready bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.unready = !ready
}

func person(id, tenant string, role access.Role, sites ...int64) tenancy.Principal {
	return tenancy.Principal{ID: id, Tenant: tenant, Exists: true, Role: role, Sites: tenancy.Grant{All: len(sites) == 0, Numbers: sites}}
}

// records keeps what the gateway recorded.
type records struct {
	mu   sync.Mutex
	fail error
	all  []record
}

type record struct {
	meta     event.Metadata
	payloads []event.Payload
}

func (r *records) Record(_ context.Context, meta event.Metadata, payloads ...event.Payload) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.fail == nil {
		r.all = append(r.all, record{meta, payloads})
	}
	return r.fail
}

func (r *records) setFailure(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.fail = err
}

// of lists a principal's records as "status outcome code".
func (r *records) of(principal string) (out []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, x := range r.all {
		if x.meta.Principal != principal {
			continue
		}
		call := x.payloads[0].(audit.CallRecorded)
		line := fmt.Sprintf("%s %s %d %s", call.Method, call.Route, call.Status, call.Outcome)
		for _, p := range x.payloads[1:] {
			line += " " + p.(audit.CallRefused).Code
		}
		out = append(out, line)
	}
	return out
}

// world is a gateway before an embedded node, with two tenants' events.
type world struct {
	*gateway.Server
	node    *storetest.Server
	store   *eventstore.Store
	people  *people
	records *records
	counts  *counts
	address string
	ca      string // path
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{node: storetest.Node(t), people: &people{byKey: map[string]tenancy.Principal{
		"auditor's key": person("auditor", mine, access.Auditor),
		"site 2's key":  person("site2", mine, access.Admin, 2),
		"viewer's key":  person("viewer", mine, access.Viewer),
		"other's key":   person("other", theirs, access.Owner),
	}}, records: &records{}, counts: &counts{}}
	w.store = w.node.Store(t)
	var certificate tls.Certificate
	certificate, w.ca = authority(t)
	w.Server = gateway.New(gateway.Options{
		Store: w.store, Categories: eventstore.Registry.Categories(), AuditTypes: eventstore.Registry.Types("audit"),
		Directory: w.people, Recorder: w.records, TLS: &tls.Config{Certificates: []tls.Certificate{certificate}},
		Logger: slog.New(slog.DiscardHandler), Now: time.Now, Node: "test", Recheck: 10 * time.Millisecond,
		Observer: w.counts,
	})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w.address = l.Addr().String()
	served := make(chan error, 1)
	go func() { served <- w.Serve(l) }()
	t.Cleanup(func() {
		w.Close()
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
	return w
}

// authority makes a certificate authority and a certificate of 127.0.0.1.
func authority(t *testing.T) (tls.Certificate, string) {
	t.Helper()
	check := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	caKey, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	check(err)
	ca := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test authority"}, IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageCertSign, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}
	caDER, err := x509.CreateCertificate(rand.Reader, ca, ca, &caKey.PublicKey, caKey)
	check(err)
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	check(err)
	leaf := &x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: "gateway"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}
	der, err := x509.CreateCertificate(rand.Reader, leaf, ca, &key.PublicKey, caKey)
	check(err)
	path := filepath.Join(t.TempDir(), "ca.pem")
	check(os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: caDER}), 0o600))
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, path
}

// client is an official client with a key; "" = without credentials.
func (w *world) client(t *testing.T, key string) *esdb.Client {
	t.Helper()
	return w.clientBy(t, key, "esdb")
}

func (w *world) clientBy(t *testing.T, key, scheme string) *esdb.Client {
	t.Helper()
	at := url.URL{Scheme: scheme, Host: w.address, RawQuery: "tls=true&tlsCAFile=" + w.ca}
	conf, err := esdb.ParseConnectionString(at.String())
	if err != nil {
		t.Fatal(err)
	}
	if key != "" {
		conf.Username, conf.Password = "anyone", key
	}
	conf.Logger = esdb.NoopLogging()
	c, err := esdb.NewClient(conf)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// append writes n events of a type, tenant-wide or of a site.
func (w *world) append(t *testing.T, stream, typ string, site int64, n int) {
	t.Helper()
	w.appendData(t, stream, typ, site, n, []byte(`{"name":{"subject":"client-1","sealed":"c2VhbGVk"}}`))
}

func (w *world) appendData(t *testing.T, stream, typ string, site int64, n int, data []byte) {
	t.Helper()
	metadata, err := json.Marshal(event.Metadata{Site: site, Time: time.Now().UTC()})
	if err != nil {
		t.Fatal(err)
	}
	proposed := make([]eventstore.Proposed, n)
	for i := range proposed {
		proposed[i] = eventstore.Proposed{ID: uuid.New(), Type: typ, Data: data, Metadata: metadata}
	}
	if _, err := w.store.Append(storetest.Context(t), stream, eventstore.Any, proposed...); err != nil {
		t.Fatal(err)
	}
}

func stream(category, tenant, id string) string {
	return event.Stream{Category: category, Tenant: tenant, ID: id}.String()
}

// drained reads to the end and lists "stream@revision".
func drained(t *testing.T, s *esdb.ReadStream, err error) (out []string, events []*esdb.RecordedEvent, end error) {
	t.Helper()
	if err != nil {
		return nil, nil, err
	}
	defer s.Close()
	for {
		e, err := s.Recv()
		if errors.Is(err, io.EOF) {
			return out, events, nil
		}
		if err != nil {
			return out, events, err
		}
		out = append(out, fmt.Sprintf("%s@%d", e.Event.StreamID, e.Event.EventNumber))
		events = append(events, e.Event)
	}
}

// places expands "stream@0..3".
func places(stream string, from, to int) (out []string) {
	step := 1
	if to < from {
		step = -1
	}
	for i := from; i != to+step; i += step {
		out = append(out, fmt.Sprintf("%s@%d", stream, i))
	}
	return out
}

func codeOf(err error) esdb.ErrorCode {
	var e *esdb.Error
	if errors.As(err, &e) {
		return e.Code()
	}
	return esdb.ErrorCodeUnknown
}

// eventually polls; it fails only when nothing happens for very long.
func eventually(t *testing.T, what string, happened func() bool) {
	t.Helper()
	for range 3000 {
		if happened() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("waited in vain for %s", what)
}

// unsited is an event whose metadata do not say its site.
func unsited() eventstore.Proposed {
	return eventstore.Proposed{ID: uuid.New(), Type: "case.opened.v1", Data: []byte(`{}`), Metadata: []byte(`{}`)}
}

// pause is longer than a caller may let a subscription wait.
func pause() { time.Sleep(time.Second) }

type strangersCounted = audit.StrangersCounted

func make64K() []byte { return bytes.Repeat([]byte("x"), 64<<10) }

// heap is the memory in use.
func heap() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
