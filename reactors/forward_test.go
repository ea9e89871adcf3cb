package reactors

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ThreeDotsLabs/watermill-kafka/v3/pkg/kafka"
	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/readmodels"
)

var update = flag.Bool("update", false, "write golden files")

// tape is a log that was read before: deliveries in order, with a checkpoint now
// and then.
type tape struct{ events []eventstore.Raw }

func newTape(n int) *tape {
	t := &tape{}
	next := map[string]uint64{}
	for i := range n {
		stream := fmt.Sprintf("case-t%d-%d", i%2, i%7)
		t.events = append(t.events, eventstore.Raw{
			Stream: stream, Revision: next[stream], Position: event.Position{Commit: uint64(i+1) * 10, Prepare: uint64(i+1) * 10},
			ID: uuid.NewSHA1(uuid.Nil, fmt.Append(nil, i)), Type: "case.noted.v1", ContentType: contentTypeJSON,
			Data: []byte(`{"n":1}`), Metadata: metadataOf(fmt.Sprintf("t%d", i%2)),
		})
		next[stream]++
	}
	return t
}

// metadataOf is what the service writes beside an event, as far as it must be there.
func metadataOf(tenant string) []byte {
	return fmt.Appendf(nil, `{"command_id":"11111111-2222-5333-8444-555555555555","tenant":%q,"schema":1,"time":"2026-11-20T10:11:12Z"}`, tenant)
}

func (t *tape) Subscribe(ctx context.Context, from event.Position, _ []string, deliver func(eventstore.Delivery) error) error {
	for i := range t.events {
		e := t.events[i]
		if !from.Less(e.Position) {
			continue
		}
		if err := deliver(eventstore.Delivery{Event: &e, Position: e.Position}); err != nil {
			return err
		}
	}
	last := t.events[len(t.events)-1].Position
	if err := deliver(eventstore.Delivery{Position: event.Position{Commit: last.Commit + 5, Prepare: last.Prepare + 5}}); err != nil {
		return err
	}
	<-ctx.Done()
	return ctx.Err()
}

// places remembers positions; it forgets a move now and then, as a process that
// is killed between acknowledgement and move.
type places struct {
	mu     sync.Mutex
	at     readmodels.Position
	random *rand.Rand
}

func (p *places) TryForward(context.Context) (func(), func(context.Context) error, bool, error) {
	return func() {}, func(context.Context) error { return nil }, true, nil
}

func (p *places) Forwarded(context.Context, string) (readmodels.Position, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.at, nil
}

var errKilled = errors.New("killed before the position moved")

func (p *places) MoveForwarder(_ context.Context, _ string, from, to readmodels.Position) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.at != from {
		return readmodels.ErrMoved
	}
	if p.random.IntN(3) == 0 {
		return errKilled
	}
	p.at = to
	return nil
}

// shaky takes messages, refuses some, and says of some that it refused them
// although it took them.
type shaky struct {
	mu     sync.Mutex
	random *rand.Rand
	taken  []*message.Message
}

func (s *shaky) Publish(_ string, messages ...*message.Message) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch s.random.IntN(12) {
	case 0:
		return errors.New("refused")
	case 1:
		s.taken = append(s.taken, messages...)
		return errors.New("taken, and the acknowledgement lost")
	}
	s.taken = append(s.taken, messages...)
	return nil
}

func (s *shaky) Close() error { return nil }

// TestForwardAtLeastOnceInOrder holds, over a broker and positions that fail at
// random, that every event arrives, that positions never pass what was
// acknowledged, and that within a stream no event arrives for the first time
// before one that precedes it.
func TestForwardAtLeastOnceInOrder(t *testing.T) {
	const seed, events = 20261120, 600
	t.Logf("seed %d", seed)
	source, broker := newTape(events), &shaky{random: rand.New(rand.NewPCG(seed, 1))}
	positions := &places{random: rand.New(rand.NewPCG(seed, 2))}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	f := &Forwarder{
		Source: source, Positions: positions, Logger: slog.New(slog.DiscardHandler),
		Broker: Broker{Publisher: broker, Target: "test", Topic: func(event.Stream) string { return "t" }},
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		f.Run(ctx)
	}()
	end := uint64(events*10 + 5)
	for {
		if at, _ := positions.Forwarded(ctx, ""); at.Commit == end {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	cancel()
	<-ended
	seen := map[string]bool{}
	next := map[string]int{}
	for _, m := range broker.taken {
		if seen[m.UUID] {
			continue
		}
		seen[m.UUID] = true
		var ce CloudEvent
		if err := json.Unmarshal(m.Payload, &ce); err != nil {
			t.Fatal(err)
		}
		if want := fmt.Sprintf("%020d", next[ce.Subject]); ce.Sequence != want {
			t.Errorf("%s: %s came before %s", ce.Subject, ce.Sequence, want)
		}
		next[ce.Subject]++
	}
	if len(seen) != events {
		t.Errorf("%d of %d events arrived", len(seen), events)
	}
	t.Logf("%d messages for %d events", len(broker.taken), events)
	if len(broker.taken) == events {
		t.Error("nothing was repeated; the test has tested nothing")
	}
}

// What the service did not write is passed over, once each, and what stands behind it,
// in its stream and in others, is forwarded.
func TestStrangersDoNotStopForwarding(t *testing.T) {
	source := newTape(40)
	strange := map[int]func(*eventstore.Raw){
		3:  func(e *eventstore.Raw) { e.Metadata = nil },
		8:  func(e *eventstore.Raw) { e.Metadata = []byte("{}") },
		13: func(e *eventstore.Raw) { e.Metadata = metadataOf("other") },
		18: func(e *eventstore.Raw) { e.Data = []byte("not JSON") },
		23: func(e *eventstore.Raw) { e.Type = "case.opened.v1" }, // of a stream that was opened
		39: func(e *eventstore.Raw) { e.Metadata = []byte("\xff") },
	}
	left := map[string]bool{}
	for i, change := range strange {
		change(&source.events[i])
		left[source.events[i].ID.String()] = true
	}
	broker := &shaky{random: rand.New(rand.NewPCG(20261125, 1))}
	positions := &places{random: rand.New(rand.NewPCG(20261125, 2))}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	passed := 0
	f := &Forwarder{
		Source: source, Positions: positions, Logger: slog.New(slog.DiscardHandler), PassedOver: func() { passed++ },
		Broker: Broker{Publisher: broker, Target: "test", Topic: func(event.Stream) string { return "t" }},
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		f.Run(ctx)
	}()
	for {
		if at, _ := positions.Forwarded(ctx, ""); at.Commit == uint64(len(source.events)*10+5) {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	cancel()
	<-ended
	arrived := map[string]bool{}
	for _, m := range broker.taken {
		arrived[m.UUID] = true
	}
	for i, e := range source.events {
		if id := e.ID.String(); arrived[id] == left[id] {
			t.Errorf("event %d: forwarded %v, strange %v", i, arrived[id], left[id])
		}
	}
	if passed < len(strange) {
		t.Errorf("%d were counted of %d", passed, len(strange))
	}
}

func sample() eventstore.Raw {
	return eventstore.Raw{
		Stream: "case-0192aa-0192bb", Revision: 7, Position: event.Position{Commit: 1024, Prepare: 1024},
		ID: uuid.MustParse("6f1d2c0e-58a7-5f0b-9a3e-7c1b7a11e57c"), Type: "case.details_changed.v1", ContentType: contentTypeJSON,
		Data: []byte(`{"title":{"subject":"client-0192bb","sealed":"AAEC"},"note":"<&>"}`),
		Metadata: []byte(`{"command_id":"11111111-2222-5333-8444-555555555555","operation":"cases.update","tenant":"0192aa","site":3,` +
			`"principal":"0192cc","correlation":"r-1","causation":"11111111-2222-5333-8444-555555555555","time":"2026-11-20T10:11:12.000013Z"}`),
	}
}

func TestCloudEventGolden(t *testing.T) {
	binary := sample()
	binary.ContentType, binary.Data = "application/octet-stream", []byte{0, 255}
	var got strings.Builder
	for _, e := range []eventstore.Raw{sample(), binary} {
		ce, err := CloudEventOf(e)
		if err != nil {
			t.Fatal(err)
		}
		body, err := ce.Encode()
		if err != nil {
			t.Fatal(err)
		}
		got.Write(body)
		got.WriteByte('\n')
	}
	const path = "testdata/cloudevents.golden"
	if *update {
		if err := os.WriteFile(path, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("%s differs; got:\n%s", path, got.String())
	}
}

// TestKafkaMessage marshals as the Kafka publisher does; there is no broker here.
func TestKafkaMessage(t *testing.T) {
	config, err := kafkaConfig(true, "user:p%40ss@one:9092,two:9092")
	if err != nil {
		t.Fatal(err)
	}
	if err := config.Validate(); err != nil {
		t.Fatal(err)
	}
	if err := config.OverwriteSaramaConfig.Validate(); err != nil {
		t.Error(err)
	}
	s := config.OverwriteSaramaConfig
	if !s.Producer.Idempotent || !s.Net.TLS.Enable || s.Net.SASL.User != "user" || s.Net.SASL.Password != "p@ss" || len(config.Brokers) != 2 {
		t.Errorf("brokers %v, SASL %s", config.Brokers, s.Net.SASL.User)
	}
	m, err := messageOf(sample())
	if err != nil {
		t.Fatal(err)
	}
	km, err := config.Marshaler.Marshal("topic", m)
	if err != nil {
		t.Fatal(err)
	}
	key, _ := km.Key.Encode()
	value, _ := km.Value.Encode()
	if string(key) != sample().Stream || km.Topic != "topic" || !json.Valid(value) {
		t.Errorf("topic %s, key %s, value %s", km.Topic, key, value)
	}
	headers := map[string]string{}
	for _, h := range km.Headers {
		headers[string(h.Key)] = string(h.Value)
	}
	if headers["content-type"] != ContentTypeCloudEvent || headers[kafka.UUIDHeaderKey] != sample().ID.String() {
		t.Errorf("%v", headers)
	}
}

func TestOpenBrokerRefuses(t *testing.T) {
	for _, c := range [][2]string{{"redis://x", "t"}, {"nats://", "t"}, {"x", "t"}, {"nats://h:1", "a*"}, {"nats://h:1", ""}, {"kafka://u:%zz@h:1", "t"}} {
		if b, err := OpenBroker(c[0], c[1]); err == nil {
			b.Close()
			t.Errorf("%v was taken", c)
		} else if strings.Contains(err.Error(), "zz") {
			t.Errorf("%v shows the password", err)
		}
	}
	b, err := OpenBroker("kafka://user:secret@one:9092,two:9092", "t")
	if err != nil || b.Target != "kafka://one:9092,two:9092/t" {
		t.Errorf("%+v, %v", b.Target, err)
	}
}
