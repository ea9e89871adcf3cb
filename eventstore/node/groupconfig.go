package node

import (
	"encoding/json"
	"fmt"
	"regexp"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/persistent"
)

// Consumer strategies, as clients name them.
const (
	strategyRoundRobin          = "RoundRobin"
	strategyDispatchToSingle    = "DispatchToSingle"
	strategyPinned              = "Pinned"
	strategyPinnedByCorrelation = "PinnedByCorrelation"
)

// groupConfig is a persistent subscription as it is stored. Counts are as the
// client gave them.
type groupConfig struct {
	Stream string `json:"stream"` // "$all" for all
	Group  string `json:"group"`

	Start uint64 `json:"start"` // first revision, or position of $all, to deliver
	// StartText is how the client asked for Start, for information requests.
	StartText string        `json:"start_text"`
	Filter    *filterConfig `json:"filter,omitempty"`

	ResolveLinks       bool   `json:"resolve_links"`
	ExtraStatistics    bool   `json:"extra_statistics"`
	MaxRetryCount      int32  `json:"max_retry_count"`
	MinCheckpointCount int32  `json:"min_checkpoint_count"`
	MaxCheckpointCount int32  `json:"max_checkpoint_count"`
	MaxSubscriberCount int32  `json:"max_subscriber_count"` // 0: no limit
	LiveBufferSize     int32  `json:"live_buffer_size"`
	ReadBatchSize      int32  `json:"read_batch_size"`
	HistoryBufferSize  int32  `json:"history_buffer_size"`
	MessageTimeoutMS   int32  `json:"message_timeout_ms"` // 0: never
	CheckpointAfterMS  int32  `json:"checkpoint_after_ms"`
	Strategy           string `json:"strategy"`
}

type filterConfig struct {
	ByType   bool     `json:"by_type"`
	Regex    string   `json:"regex,omitempty"`
	Prefixes []string `json:"prefixes,omitempty"`
}

func (f *filterConfig) GetRegex() string    { return f.Regex }
func (f *filterConfig) GetPrefix() []string { return f.Prefixes }

func (f *filterConfig) compile() (*filter, error) {
	if f == nil {
		return nil, nil
	}
	return newFilter(f.ByType, f)
}

// stored is compile for a filter that was taken once, maybe by a release that read
// expressions as Go does.
func (f *filterConfig) stored() (*filter, error) {
	compiled, err := f.compile()
	if err == nil {
		return compiled, nil
	}
	linear, goErr := regexp.Compile(f.Regex)
	if goErr != nil || f.Regex == "" {
		return nil, err
	}
	return &filter{byType: f.ByType, regex: &regex{linear: linear}}, nil
}

const allStream = "$all"

func (c *groupConfig) all() bool { return c.Stream == allStream }

// id names a group in messages and statistics.
func (c *groupConfig) id() string { return groupID(c.Stream, c.Group) }

func groupID(stream, group string) string { return stream + "::" + group }

func (c *groupConfig) messageTimeout() time.Duration {
	return time.Duration(c.MessageTimeoutMS) * time.Millisecond
}

func (c *groupConfig) checkpointAfter() time.Duration {
	return time.Duration(c.CheckpointAfterMS) * time.Millisecond
}

// settings is what CreateReq.Settings and UpdateReq.Settings share.
type settings interface {
	GetResolveLinks() bool
	GetExtraStatistics() bool
	GetMaxRetryCount() int32
	GetMinCheckpointCount() int32
	GetMaxCheckpointCount() int32
	GetMaxSubscriberCount() int32
	GetLiveBufferSize() int32
	GetReadBatchSize() int32
	GetHistoryBufferSize() int32
	GetMessageTimeoutTicks() int64
	GetMessageTimeoutMs() int32
	GetCheckpointAfterTicks() int64
	GetCheckpointAfterMs() int32
}

const ticksPerMillisecond = 10_000

func (c *groupConfig) apply(s settings, strategy string) error {
	c.ResolveLinks, c.ExtraStatistics = s.GetResolveLinks(), s.GetExtraStatistics()
	c.MaxRetryCount = s.GetMaxRetryCount()
	c.MinCheckpointCount, c.MaxCheckpointCount = s.GetMinCheckpointCount(), s.GetMaxCheckpointCount()
	c.MaxSubscriberCount = s.GetMaxSubscriberCount()
	c.LiveBufferSize, c.ReadBatchSize, c.HistoryBufferSize = s.GetLiveBufferSize(), s.GetReadBatchSize(), s.GetHistoryBufferSize()
	c.MessageTimeoutMS = s.GetMessageTimeoutMs()
	if ticks := s.GetMessageTimeoutTicks(); ticks > 0 {
		c.MessageTimeoutMS = int32(ticks / ticksPerMillisecond)
	}
	c.CheckpointAfterMS = s.GetCheckpointAfterMs()
	if ticks := s.GetCheckpointAfterTicks(); ticks > 0 {
		c.CheckpointAfterMS = int32(ticks / ticksPerMillisecond)
	}
	c.Strategy = strategy
	if c.ReadBatchSize >= c.HistoryBufferSize { // those that are stored may be from before
		return invalid("ReadBatchSize may not be greater than or equal to BufferSize")
	}
	return c.validate()
}

func (c *groupConfig) validate() error {
	for _, n := range []struct {
		name  string
		value int32
	}{
		{"max retry count", c.MaxRetryCount}, {"min checkpoint count", c.MinCheckpointCount},
		{"max checkpoint count", c.MaxCheckpointCount}, {"max subscriber count", c.MaxSubscriberCount},
		{"live buffer size", c.LiveBufferSize}, {"read batch size", c.ReadBatchSize},
		{"history buffer size", c.HistoryBufferSize}, {"message timeout", c.MessageTimeoutMS},
		{"checkpoint after", c.CheckpointAfterMS},
	} {
		if n.value < 0 {
			return invalid("persistent subscription: %s is %d", n.name, n.value)
		}
	}
	switch c.Strategy {
	case strategyRoundRobin, strategyDispatchToSingle, strategyPinned, strategyPinnedByCorrelation:
	default:
		return invalid("persistent subscription: unknown consumer strategy %q", c.Strategy)
	}
	if c.Group == "" {
		return invalid("persistent subscription: group name is missing")
	}
	if _, err := c.Filter.compile(); err != nil {
		return err
	}
	return nil
}

func createStrategy(s *persistent.CreateReq_Settings) string {
	if name := s.GetConsumerStrategy(); name != "" {
		return name
	}
	//lint:ignore SA1019 the Node client has nothing else
	return strategyName(int32(s.GetNamedConsumerStrategy()))
}

// strategyName maps the enums of both requests, whose values agree.
func strategyName(number int32) string {
	switch persistent.CreateReq_ConsumerStrategy(number) {
	case persistent.CreateReq_DispatchToSingle:
		return strategyDispatchToSingle
	case persistent.CreateReq_Pinned:
		return strategyPinned
	}
	return strategyRoundRobin
}

func (c *groupConfig) encode() []byte {
	b, _ := json.Marshal(c) // strings and numbers always encode
	return b
}

func decodeGroupConfig(b []byte) (groupConfig, error) {
	var c groupConfig
	if err := json.Unmarshal(b, &c); err != nil {
		return c, fmt.Errorf("persistent subscription configuration: %w", err)
	}
	return c, c.validate()
}
