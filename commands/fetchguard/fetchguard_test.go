package fetchguard_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tallystick/tallystick/commands/fetchguard"
	"github.com/tallystick/tallystick/domain/fault"
)

func blocked(err error) bool {
	f := fault.As(err)
	return f != nil && f.Code == fault.Blocked && f.Blockers[0].Code == "address_not_allowed"
}

func TestAddressesThatAreNotDialled(t *testing.T) {
	g := fetchguard.New(fetchguard.Config{})
	for _, address := range []string{
		"", "example.com", "/path", "https:", "https://", "http://example.com", "ftp://example.com", "file:///etc/passwd", "gopher://example.com",
		"https://user:secret@example.com", "https://example.com:22", "https://example.com:99999", "https://127.0.0.1", "https://[::1]",
		"https://10.0.0.1", "https://192.168.1.1", "https://172.16.0.1", "https://169.254.169.254/latest/meta-data", "https://100.64.0.1",
		"https://[::ffff:127.0.0.1]", "https://[64:ff9b::7f00:1]", "https://[2002:7f00:1::]", "https://[fd00::1]", "https://[fe80::1]",
		"https://0.0.0.0", "https://255.255.255.255", "https://224.0.0.1", "javascript:alert(1)",
	} {
		if _, err := g.Check(address, fetchguard.Endpoint); !blocked(err) {
			t.Errorf("%s: %v", address, err)
		}
		if f := fault.As(func() error { _, err := g.Check(address, fetchguard.Endpoint); return err }()); strings.Contains(f.Error(), "secret") {
			t.Errorf("credentials stand in %v", f)
		}
	}
	for _, address := range []string{"https://example.com", "https://example.com:443/a?b=c", "https://93.184.216.34/"} {
		if _, err := g.Check(address, fetchguard.Endpoint); err != nil {
			t.Errorf("%s: %v", address, err)
		}
	}
	if _, err := g.Check("http://example.com", fetchguard.Page); err != nil {
		t.Error(err)
	}
}

// A name that leads to a closed network is refused when it is dialled; so is a
// redirect to one. Numbers in other notations are names to us, and the resolver's.
func TestWhereAnAddressLeadsDecides(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("secret")) }))
	defer server.Close()
	u, _ := url.Parse(server.URL)
	port, _ := strconv.Atoi(u.Port())
	closed := fetchguard.New(fetchguard.Config{Ports: []int{port}, Patience: 2 * time.Second})
	for _, host := range []string{"localhost", "127.1", "0x7f000001", "2130706433"} {
		got, err := closed.Get(context.Background(), "http://"+host+":"+u.Port(), fetchguard.Page)
		if err == nil || len(got.Body) > 0 {
			t.Errorf("%s answered %q", host, got.Body)
		}
		if host == "localhost" && !blocked(err) {
			t.Errorf("%s: %v", host, err)
		}
	}
}

func TestRedirectsBodiesAndPatience(t *testing.T) {
	mux := http.NewServeMux()
	server := httptest.NewServer(mux)
	defer server.Close()
	u, _ := url.Parse(server.URL)
	port, _ := strconv.Atoi(u.Port())
	mux.HandleFunc("/inside", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "http://169.254.169.254/", http.StatusFound)
	})
	mux.HandleFunc("/scheme", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "ftp://example.com/", http.StatusFound)
	})
	mux.HandleFunc("/round", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/round", http.StatusFound) })
	mux.HandleFunc("/ok", func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("ok")) })
	mux.HandleFunc("/bomb", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		z.Write(bytes.Repeat([]byte{0}, 1<<20))
		z.Close()
	})
	mux.HandleFunc("/slow", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	networks, err := fetchguard.ParseNetworks("127.0.0.0/8")
	if err != nil {
		t.Fatal(err)
	}
	c := fetchguard.Config{Networks: networks, Ports: []int{port}, Patience: time.Minute, BodyMax: 1 << 10}
	g := fetchguard.New(c)
	get := func(path string) (fetchguard.Fetched, error) {
		return g.Get(context.Background(), server.URL+path, fetchguard.Page)
	}
	if got, err := get("/ok"); err != nil || string(got.Body) != "ok" {
		t.Errorf("%+v, %v", got, err)
	}
	for _, path := range []string{"/inside", "/scheme"} {
		if _, err := get(path); !blocked(err) {
			t.Errorf("%s: %v", path, err)
		}
	}
	if _, err := get("/round"); err == nil {
		t.Error("an endless redirect ends well")
	}
	if _, err := get("/bomb"); !errors.Is(err, fetchguard.ErrTooLong) {
		t.Errorf("a bomb: %v", err)
	}
	c.Patience = 100 * time.Millisecond
	if _, err := fetchguard.New(c).Get(context.Background(), server.URL+"/slow", fetchguard.Page); err == nil {
		t.Error("a silent server has an answer")
	}
	t.Setenv("HTTP_PROXY", server.URL) // a proxy would be dialled instead of the address
	if _, err := get("/ok"); err != nil {
		t.Error(err)
	}
	for _, bad := range []string{"10.0.0.1", "x/8"} {
		if _, err := fetchguard.ParseNetworks(bad); err == nil {
			t.Errorf("%q is a network", bad)
		}
	}
	if _, err := fetchguard.ParsePorts("0"); err == nil {
		t.Error("0 is a port")
	}
}
