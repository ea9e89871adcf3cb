// Package tallystick is a client of the Tallystick API, generated from its
// OpenAPI document; see New. Amounts and rates are decimal strings, as in the
// API.
package tallystick

import (
	"context"
	"net/http"
)

// New returns a client of the service at baseURL, such as
// "https://tax.example.com", that calls as the principal whose key it is given.
// A call fails only where no response came; what the service refused stands in
// the response as a problem.
func New(baseURL, key string, options ...ClientOption) (*ClientWithResponses, error) {
	return NewClientWithResponses(baseURL, append([]ClientOption{WithRequestEditorFn(func(_ context.Context, r *http.Request) error {
		r.Header.Set("Authorization", "Bearer "+key)
		return nil
	})}, options...)...)
}
