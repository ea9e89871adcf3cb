package http

import (
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Metrics are the service's figures for Prometheus; labels are templates and
// codes, never what a caller sent.
type Metrics struct {
	Registry    *prometheus.Registry
	latency     *prometheus.HistogramVec
	refusals    *prometheus.CounterVec
	abandoned   prometheus.Counter
	outcomes    *prometheus.CounterVec
	auditBatch  prometheus.Histogram
	commands    *prometheus.CounterVec
	projected   prometheus.Counter
	projections prometheus.Histogram
	commitBatch prometheus.Histogram
	appendTime  prometheus.Histogram
}

// NewMetrics registers them.
func NewMetrics() *Metrics {
	fine := []float64{.0002, .0005, .001, .002, .005, .01, .02, .05, .1, .25, .5, 1, 2.5, 5}
	sizes := prometheus.ExponentialBuckets(1, 2, 10)
	m := &Metrics{
		Registry: prometheus.NewRegistry(),
		latency: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "tallystick_request_seconds", Help: "Latency of calls by route template.", Buckets: fine}, []string{"route", "method", "status"}),
		refusals: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "tallystick_refusals_total", Help: "Refused calls and declined answers."}, []string{"operation", "code"}),
		abandoned: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "tallystick_responses_abandoned_total", Help: "Responses that their clients did not take in time."}),
		outcomes: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "tallystick_answers_total", Help: "Answers by verification status."}, []string{"status"}),
		auditBatch: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "tallystick_audit_batch_records", Help: "Audit records per append.", Buckets: sizes}),
		commands: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "tallystick_commands_total", Help: "Command attempts by outcome."}, []string{"operation", "outcome"}),
		projected: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "tallystick_projected_events_total", Help: "Events applied to read models."}),
		projections: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "tallystick_projection_lag_seconds", Help: "From an event's time to its rows' commit.", Buckets: fine}),
		commitBatch: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "tallystick_node_commit_batch_appends", Help: "Appends per commit of the embedded node.", Buckets: sizes}),
		appendTime: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "tallystick_node_commit_seconds", Help: "Duration of a commit of the embedded node.", Buckets: fine}),
	}
	m.Registry.MustRegister(m.latency, m.refusals, m.abandoned, m.outcomes, m.auditBatch, m.commands, m.projected, m.projections,
		m.commitBatch, m.appendTime)
	return m
}

func (m *Metrics) request(route, method string, status int, d time.Duration) {
	m.latency.WithLabelValues(route, method, strconv.Itoa(status)).Observe(d.Seconds())
}

func (m *Metrics) refusal(operation, code string) { m.refusals.WithLabelValues(operation, code).Inc() }

// Answered counts an answer.
func (m *Metrics) Answered(status string) { m.outcomes.WithLabelValues(status).Inc() }

// AuditBatch, Command, Projected and NodeCommit are the hooks of the layers below.
func (m *Metrics) AuditBatch(records int) { m.auditBatch.Observe(float64(records)) }
func (m *Metrics) Command(operation, outcome string) {
	m.commands.WithLabelValues(operation, outcome).Inc()
}
func (m *Metrics) Projected(events int, lag time.Duration) {
	m.projected.Add(float64(events))
	m.projections.Observe(lag.Seconds())
}
func (m *Metrics) NodeCommit(appends int, took time.Duration) {
	m.commitBatch.Observe(float64(appends))
	m.appendTime.Observe(took.Seconds())
}
