// Package taxregisters asks public registers whether a tax number is
// registered: VIES of the European Commission and HM Revenue & Customs, by
// their public REST APIs.
//
// An answer is Registered, NotRegistered, or NotReached with the reason. What
// is not a clear answer of the register is NotReached, never one of the others.
//
// # Sources
//
// VIES: POST check-vat-number with countryCode and vatNumber; an answer holds
// valid, requestDate and requestIdentifier, an outage actionSucceed false with
// errorWrappers (MS_UNAVAILABLE, MS_MAX_CONCURRENT_REQ, TIMEOUT, …). HMRC:
// "Check a UK VAT number", GET lookup/{targetVrn}; found is 200 with target and
// processingDate; with the asker's number behind the target's the answer holds
// consultationNumber; unknown is 404 with code NOT_FOUND; version 2.0 takes a
// bearer token for the application, obtained at /oauth/token by client
// credentials, https://developer.service.hmrc.gov.uk/api-documentation.
package taxregisters

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

// Outcomes of a check.
const (
	Registered    = "registered"
	NotRegistered = "not_registered"
	NotReached    = "not_reached"
)

// Answer is what a register said.
type Answer struct {
	Register  string `json:"register" enum:"vies,hmrc"`
	Outcome   string `json:"outcome" enum:"registered,not_registered,not_reached" doc:"not_reached says nothing about the number."`
	Reason    string `json:"reason,omitempty" doc:"Why the register gave no answer."`
	Name      string `json:"name,omitempty" doc:"Of the holder, where the register tells it."`
	Address   string `json:"address,omitempty"`
	Reference string `json:"reference,omitempty" doc:"The register's own number of the enquiry."`
	Date      string `json:"date,omitempty" doc:"As the register dates its answer."`
}

// Enquiry is a number to ask for, and who asks. Numbers stand without prefix.
type Enquiry struct {
	Prefix, Number                   string
	RequesterPrefix, RequesterNumber string // "" = nobody in particular
}

// Register is one public register.
type Register interface {
	// Covers reports whether numbers of a country stand in it: "DE", "EL", "GB".
	Covers(prefix string) bool
	// Check asks for a number. A register gives a number of the enquiry only to
	// one who names its own.
	Check(ctx context.Context, q Enquiry) Answer
}

const (
	patience  = 6 * time.Second
	answerMax = 256 << 10
)

func newHTTP() *http.Client {
	return &http.Client{Timeout: patience, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// do sends a request and reads the answer.
func do(c *http.Client, req *http.Request, err error) (status int, body []byte, failure string) {
	if err != nil {
		return 0, nil, "its address is malformed"
	}
	req.Header.Set("Accept-Language", "en")
	resp, err := c.Do(req)
	if err == nil {
		defer resp.Body.Close()
		body, err = io.ReadAll(io.LimitReader(resp.Body, answerMax))
	}
	var netError net.Error
	switch {
	case err == nil:
		return resp.StatusCode, body, ""
	case errors.As(err, &netError) && netError.Timeout(), errors.Is(err, context.DeadlineExceeded):
		return 0, nil, "it did not answer in time"
	}
	return 0, nil, "it could not be reached"
}

// VIES is the register of the Union's Member States and Northern Ireland.
type VIES struct {
	base string
	http *http.Client
}

// NewVIES returns a client; base is
// https://ec.europa.eu/taxation_customs/vies/rest-api.
func NewVIES(base string) *VIES { return &VIES{strings.TrimSuffix(base, "/"), newHTTP()} }

const viesPrefixes = "AT BE BG CY CZ DE DK EE EL ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI"

// Covers the Member States, Greece as EL, and Northern Ireland as XI.
func (v *VIES) Covers(prefix string) bool {
	return len(prefix) == 2 && strings.Contains(viesPrefixes, prefix)
}

// Check asks for one number.
func (v *VIES) Check(ctx context.Context, q Enquiry) Answer {
	a := Answer{Register: "vies", Outcome: NotReached}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	asked := map[string]string{"countryCode": q.Prefix, "vatNumber": q.Number}
	if v.Covers(q.RequesterPrefix) {
		asked["requesterMemberStateCode"], asked["requesterNumber"] = q.RequesterPrefix, q.RequesterNumber
	}
	sent, err := json.Marshal(asked)
	if err != nil {
		a.Reason = "the number cannot be encoded"
		return a
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, v.base+"/check-vat-number", bytes.NewReader(sent))
	if err == nil {
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Accept", "application/json")
	}
	status, body, failure := do(v.http, req, err)
	var got struct {
		Valid         *bool  `json:"valid"`
		Number        string `json:"vatNumber"`
		Name          string `json:"name"`
		Address       string `json:"address"`
		Date          string `json:"requestDate"`
		Identifier    string `json:"requestIdentifier"`
		ActionSucceed *bool  `json:"actionSucceed"`
		Errors        []struct {
			Error string `json:"error"`
		} `json:"errorWrappers"`
	}
	switch {
	case failure != "":
		a.Reason = failure
	case json.Unmarshal(body, &got) != nil:
		a.Reason = fmt.Sprintf("its answer (status %d) could not be read", status)
	case len(got.Errors) > 0:
		a.Reason = "it answered " + got.Errors[0].Error
	case status != http.StatusOK || got.Valid == nil || got.ActionSucceed != nil && !*got.ActionSucceed:
		a.Reason = fmt.Sprintf("it gave no answer (status %d)", status)
	case got.Number != q.Number:
		a.Reason = "it answered for another number"
	default:
		a.Outcome = NotRegistered
		if *got.Valid {
			a.Outcome = Registered
		}
		a.Name, a.Address, a.Date, a.Reference = told(got.Name), told(got.Address), got.Date, got.Identifier
	}
	return a
}

// told drops the dashes by which a Member State declines to tell.
func told(s string) string {
	if strings.Trim(s, "- \n") == "" {
		return ""
	}
	return s
}

// HMRC is the register of the United Kingdom.
type HMRC struct {
	base         string
	id, secret   string
	http         *http.Client
	now          func() time.Time
	mu           sync.Mutex
	token        string
	tokenExpires time.Time
}

// NewHMRC returns a client; base is https://api.service.hmrc.gov.uk. The
// credentials are those of an application that is subscribed to the API.
func NewHMRC(base, clientID, clientSecret string, now func() time.Time) *HMRC {
	return &HMRC{base: strings.TrimSuffix(base, "/"), id: clientID, secret: clientSecret, http: newHTTP(), now: now}
}

// Covers Great Britain; numbers of Northern Ireland stand in it too.
func (h *HMRC) Covers(prefix string) bool { return prefix == "GB" }

// Check asks for one number.
func (h *HMRC) Check(ctx context.Context, q Enquiry) Answer {
	a := Answer{Register: "hmrc", Outcome: NotReached}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	token, failure := h.bearer(ctx)
	if failure != "" {
		a.Reason = failure
		return a
	}
	path := "/organisations/vat/check-vat-number/lookup/" + url.PathEscape(q.Number)
	if q.RequesterPrefix == "GB" {
		path += "/" + url.PathEscape(q.RequesterNumber)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, h.base+path, nil)
	if err == nil {
		req.Header.Set("Accept", "application/vnd.hmrc.2.0+json")
		req.Header.Set("Authorization", "Bearer "+token)
	}
	status, body, failure := do(h.http, req, err)
	var got struct {
		Code   string `json:"code"`
		Date   string `json:"processingDate"`
		Number string `json:"consultationNumber"`
		Target *struct {
			Name    string            `json:"name"`
			Number  string            `json:"vatNumber"`
			Address map[string]string `json:"address"`
		} `json:"target"`
	}
	switch {
	case failure != "":
		a.Reason = failure
	case json.Unmarshal(body, &got) != nil:
		a.Reason = fmt.Sprintf("its answer (status %d) could not be read", status)
	case status == http.StatusNotFound && got.Code == "NOT_FOUND":
		a.Outcome = NotRegistered
	case status == http.StatusOK && got.Target != nil && got.Target.Number == q.Number:
		a.Outcome, a.Name, a.Date, a.Reference = Registered, got.Target.Name, got.Date, got.Number
		a.Address = lines(got.Target.Address)
	default:
		a.Reason = fmt.Sprintf("it gave no answer (status %d)", status)
	}
	return a
}

func lines(address map[string]string) string {
	var out []string
	for _, name := range []string{"line1", "line2", "line3", "line4", "line5", "postcode", "countryCode"} {
		if address[name] != "" {
			out = append(out, address[name])
		}
	}
	return strings.Join(out, ", ")
}

// bearer returns a token, asking for one where none is valid any more.
func (h *HMRC) bearer(ctx context.Context) (token, failure string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.token != "" && h.now().Before(h.tokenExpires) {
		return h.token, ""
	}
	form := url.Values{"grant_type": {"client_credentials"}, "client_id": {h.id}, "client_secret": {h.secret}}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, h.base+"/oauth/token", strings.NewReader(form.Encode()))
	if err == nil {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	status, body, failure := do(h.http, req, err)
	if failure != "" {
		return "", failure
	}
	var got struct {
		Token   string `json:"access_token"`
		Expires int    `json:"expires_in"`
	}
	if status != http.StatusOK || json.Unmarshal(body, &got) != nil || got.Token == "" {
		return "", fmt.Sprintf("it gave no token (status %d)", status)
	}
	const margin = 60 * time.Second
	h.token, h.tokenExpires = got.Token, h.now().Add(time.Duration(got.Expires)*time.Second-margin)
	return h.token, ""
}
