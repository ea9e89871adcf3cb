package reactors

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/ThreeDotsLabs/watermill"
	"github.com/ThreeDotsLabs/watermill-kafka/v3/pkg/kafka"
	watermillnats "github.com/ThreeDotsLabs/watermill-nats/v2/pkg/nats"
	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/nats-io/nats.go"

	"github.com/tallystick/tallystick/domain/event"
)

// OpenBroker connects to the broker of a URL:
//
//	nats://[user:password@]host:4222[,host:4222…]  NATS JetStream; tls:// with TLS
//	kafka://[user:password@]host:9092[,host:9092…]  Kafka; kafka+tls:// with TLS
//
// On NATS an event goes to the subject <topic>.<tenant>.<category>, with the
// event's id as message id; a JetStream stream over <topic>.> is made unless one
// takes the subject already. On Kafka it goes to the topic, keyed by its stream;
// user and password are SASL PLAIN. A broker that is away is no error here.
func OpenBroker(address, topic string) (Broker, error) {
	scheme, rest, ok := strings.Cut(address, "://")
	if !ok || rest == "" {
		return Broker{}, errors.New("reactors: a broker is nats://host:4222 or kafka://host:9092")
	}
	if topic == "" || strings.ContainsAny(topic, " \t\r\n*>/") || strings.Trim(topic, ".") != topic {
		return Broker{}, fmt.Errorf("reactors: topic %q cannot be used", topic)
	}
	var b Broker
	var err error
	switch scheme {
	case "nats", "tls":
		b, err = openNATS(address, topic)
	case "kafka", "kafka+tls":
		b, err = openKafka(scheme == "kafka+tls", rest, topic)
	default:
		return Broker{}, fmt.Errorf("reactors: no broker has the scheme %s; there are nats and kafka", scheme)
	}
	if err != nil {
		return Broker{}, fmt.Errorf("reactors: %w", err)
	}
	if at := strings.LastIndex(rest, "@"); at >= 0 {
		rest = rest[at+1:]
	}
	b.Target = scheme + "://" + rest + "/" + topic
	return b, nil
}

// ackWait bounds one publication.
const ackWait = 5 * time.Second

func openNATS(address, topic string) (Broker, error) {
	conn, err := nats.Connect(address,
		nats.Name("tallystick"), nats.RetryOnFailedConnect(true), nats.MaxReconnects(-1), nats.ReconnectWait(250*time.Millisecond),
		// What the broker has not acknowledged is published again in order; a buffer
		// that is sent late would come in between.
		nats.ReconnectBufSize(-1))
	if err != nil {
		return Broker{}, err
	}
	js, err := conn.JetStream(nats.MaxWait(ackWait))
	if err != nil {
		conn.Close()
		return Broker{}, err
	}
	inner, err := watermillnats.NewPublisherWithNatsConn(conn, watermillnats.PublisherPublishConfig{
		Marshaler:         &watermillnats.NATSMarshaler{},
		SubjectCalculator: watermillnats.DefaultSubjectCalculator,
		JetStream: watermillnats.JetStreamConfig{
			TrackMsgId:     true,
			ConnectOptions: []nats.JSOpt{nats.MaxWait(ackWait)},
		},
	}, watermill.NopLogger{})
	if err != nil {
		conn.Close()
		return Broker{}, err
	}
	p := &natsPublisher{Publisher: inner, js: js, topic: topic}
	return Broker{
		Publisher: p, Close: p.Close,
		Topic: func(s event.Stream) string { return topic + "." + s.Tenant + "." + s.Category },
	}, nil
}

// natsPublisher makes the JetStream stream before it first publishes, and again
// when the broker has lost it.
type natsPublisher struct {
	message.Publisher
	js    nats.JetStreamContext
	topic string

	mu   sync.Mutex
	made bool
}

// Publish returns when JetStream has stored the messages.
func (p *natsPublisher) Publish(subject string, messages ...*message.Message) error {
	if err := p.ensureStream(subject); err != nil {
		return err
	}
	err := p.Publisher.Publish(subject, messages...)
	if err != nil {
		p.mu.Lock()
		p.made = false
		p.mu.Unlock()
	}
	return err
}

func (p *natsPublisher) ensureStream(subject string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.made {
		return nil
	}
	_, err := p.js.StreamNameBySubject(subject)
	if errors.Is(err, nats.ErrNoMatchingStream) {
		_, err = p.js.AddStream(&nats.StreamConfig{
			Name: streamName(p.topic), Description: "Events of Tallystick as CloudEvents", Subjects: []string{p.topic + ".>"},
			Storage: nats.FileStorage,
		})
	}
	p.made = err == nil
	return err
}

// streamName is a topic as JetStream takes it for a name.
func streamName(topic string) string { return strings.ToUpper(strings.ReplaceAll(topic, ".", "_")) }

func openKafka(tls bool, rest, topic string) (Broker, error) {
	config, err := kafkaConfig(tls, rest)
	if err != nil {
		return Broker{}, err
	}
	p := &kafkaPublisher{config: config}
	return Broker{Publisher: p, Close: p.Close, Topic: func(event.Stream) string { return topic }}, nil
}

// kafkaPublisher connects when it first publishes.
type kafkaPublisher struct {
	config kafka.PublisherConfig

	mu      sync.Mutex
	current *kafka.Publisher
}

// Publish returns when all replicas in sync have the messages.
func (p *kafkaPublisher) Publish(topic string, messages ...*message.Message) error {
	inner, err := p.connected()
	if err != nil {
		return err
	}
	return inner.Publish(topic, messages...)
}

func (p *kafkaPublisher) connected() (*kafka.Publisher, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.current == nil {
		var err error
		if p.current, err = kafka.NewPublisher(p.config, watermill.NopLogger{}); err != nil {
			p.current = nil
			return nil, err
		}
	}
	return p.current, nil
}

// Close ends the connection.
func (p *kafkaPublisher) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.current == nil {
		return nil
	}
	return p.current.Close()
}

// kafkaConfig acknowledges a message when every replica in sync has it, and lets
// the broker drop what a retry repeats.
func kafkaConfig(tls bool, rest string) (kafka.PublisherConfig, error) {
	c := kafka.DefaultSaramaSyncPublisherConfig()
	c.ClientID = "tallystick"
	c.Producer.RequiredAcks = -1 // all replicas in sync
	c.Producer.Idempotent = true
	c.Net.MaxOpenRequests = 1 // what idempotence, and so order under retries, asks for
	c.Net.TLS.Enable = tls
	c.Producer.MaxMessageBytes = 4 << 20 // the broker has its own bound
	if at := strings.LastIndex(rest, "@"); at >= 0 {
		user, err := url.Parse("kafka://" + rest[:at] + "@host")
		if err != nil {
			return kafka.PublisherConfig{}, errors.New("user and password of the broker's URL need percent-encoding")
		}
		c.Net.SASL.Enable, c.Net.SASL.User = true, user.User.Username()
		c.Net.SASL.Password, _ = user.User.Password()
		rest = rest[at+1:]
	}
	return kafka.PublisherConfig{
		Brokers: strings.Split(rest, ","), OverwriteSaramaConfig: c,
		Marshaler: kafka.NewWithPartitioningMarshaler(func(_ string, m *message.Message) (string, error) {
			return m.Metadata.Get(partitionKey), nil
		}),
	}, nil
}
