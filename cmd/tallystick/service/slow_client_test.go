package service_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/cmd/tallystick/config"
)

// A client that is slow on purpose loses its connection; nobody else notices.
func TestSlowClientsAreLetGo(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, func(c *config.Config) { c.ClientPatience = 0.2 })
	key := "Authorization: Bearer " + w.keys["owner"] + "\r\nHost: tallystick\r\n"

	const abandoned = "tallystick_responses_abandoned_total"
	t.Run("the head never ends", func(t *testing.T) {
		conn := w.connect(t)
		fmt.Fprintf(conn, "GET /api/cases/ HTTP/1.1\r\n%sX-Slow: ", key)
		gone(t, conn)
	})
	t.Run("the body never ends", func(t *testing.T) {
		conn := w.connect(t)
		fmt.Fprintf(conn, "POST /api/cases/ HTTP/1.1\r\n%sContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{\"title\":", key)
		if answer := gone(t, conn); strings.Contains(answer, " 201 ") || strings.Contains(answer, " 500 ") {
			t.Errorf("half a request was answered with %q", answer)
		}
	})
	t.Run("nobody reads the responses", func(t *testing.T) {
		conn := w.connect(t)
		conn.(*net.TCPConn).SetReadBuffer(4 << 10)
		const asked = 500 // of a document that is larger than any socket's buffers together
		fmt.Fprint(conn, strings.Repeat("GET /api/openapi.json HTTP/1.1\r\n"+key+"\r\n", asked))
		eventually(t, "the response to be abandoned", func() bool {
			return w.metric(t, abandoned) == "1"
		})
		if n := strings.Count(gone(t, conn), "HTTP/1.1 200 OK"); n == asked {
			t.Errorf("all %d responses were kept for a client that did not read", n)
		}
	})
	t.Run("nobody reads the stream", func(t *testing.T) {
		for range 40 {
			w.must(t, 201, "preparer", "POST", "/api/cases/", map[string]any{"title": strings.Repeat("Long ", 30)})
		}
		conn := w.connect(t)
		conn.(*net.TCPConn).SetReadBuffer(4 << 10)
		fmt.Fprint(conn, strings.Repeat("GET /api/events/ HTTP/1.1\r\n"+key+"\r\n", 500))
		eventually(t, "the stream to be abandoned", func() bool {
			return w.metric(t, abandoned) == "2"
		})
		gone(t, conn)
	})
	w.must(t, 200, "owner", "GET", "/api/cases/", nil)
}

func (w *world) connect(t *testing.T) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", w.Addr("api"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

// gone reads until the server ends the connection; a server that does not is
// found by the test's own deadline.
func gone(t *testing.T, conn net.Conn) string {
	t.Helper()
	all, _ := io.ReadAll(bufio.NewReader(conn)) // a reset is an end too
	return string(all)
}
