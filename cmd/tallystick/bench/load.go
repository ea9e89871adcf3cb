package bench

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"
)

// load calls f from as many goroutines, each with its number, until the time is
// up, and returns the rate of calls a second and every duration.
func load(callers int, span time.Duration, f func(caller int) error) (rate float64, took []time.Duration, err error) {
	var work sync.WaitGroup
	durations, errs := make([][]time.Duration, callers), make([]error, callers)
	began := time.Now()
	for i := range callers {
		work.Go(func() {
			for time.Since(began) < span {
				start := time.Now()
				if errs[i] = f(i); errs[i] != nil {
					return
				}
				durations[i] = append(durations[i], time.Since(start))
			}
		})
	}
	work.Wait()
	elapsed := time.Since(began)
	for _, d := range durations {
		took = append(took, d...)
	}
	return float64(len(took)) / elapsed.Seconds(), took, errors.Join(errs...)
}

// client keeps one connection a caller.
func client(connections int) *http.Client {
	return &http.Client{Transport: &http.Transport{MaxConnsPerHost: connections, MaxIdleConnsPerHost: connections}}
}

// call sends JSON and insists on a status.
func call(c *http.Client, method, url, key string, body []byte, status int, headers ...string) (http.Header, error) {
	head, _, err := send(c, method, url, key, body, status, headers...)
	return head, err
}

// send is call with the answer's body.
func send(c *http.Client, method, url, key string, body []byte, status int, headers ...string) (http.Header, []byte, error) {
	req, err := http.NewRequest(method, url, bytes.NewReader(body))
	if err != nil {
		return nil, nil, err
	}
	req.Header.Set("Authorization", "Bearer "+key)
	req.Header.Set("Content-Type", "application/json")
	for i := 0; i+1 < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	resp, err := c.Do(req)
	if err != nil {
		return nil, nil, err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode != status {
		err = fmt.Errorf("%s %s: %d %s", method, url, resp.StatusCode, text)
	}
	return resp.Header, text, err
}
