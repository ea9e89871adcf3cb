package service_test

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore/transfer"
	"github.com/tallystick/tallystick/packaging/soak"
)

// cable is a connection between a process and a store that can be cut: reset, as by a
// firewall, or silent, as by a network that loses everything.
type cable struct {
	network, target string
	listener        net.Listener

	mu     sync.Mutex
	silent chan struct{} // closed when bytes pass again; nil = they do
	down   bool
	open   map[net.Conn]bool
}

func newCable(t *testing.T, network, address, target string) *cable {
	t.Helper()
	l, err := net.Listen(network, address)
	if err != nil {
		t.Fatal(err)
	}
	c := &cable{network: network, target: target, listener: l, open: map[net.Conn]bool{}}
	go c.accept()
	t.Cleanup(func() { l.Close(); c.heal(); c.reset() })
	return c
}

func (c *cable) accept() {
	for {
		near, err := c.listener.Accept()
		if err != nil {
			return
		}
		c.mu.Lock()
		down := c.down
		c.mu.Unlock()
		far, err := net.Dial(c.network, c.target)
		if err != nil || down {
			near.Close()
			if err == nil {
				far.Close()
			}
			continue
		}
		c.mu.Lock()
		c.open[near], c.open[far] = true, true
		c.mu.Unlock()
		go c.carry(near, far)
		go c.carry(far, near)
	}
}

func (c *cable) carry(from, to net.Conn) {
	defer from.Close()
	defer to.Close()
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		c.mu.Lock()
		silent := c.silent
		c.mu.Unlock()
		if silent != nil {
			<-silent
		}
		if _, writeErr := to.Write(buffer[:n]); err != nil || writeErr != nil {
			return
		}
	}
}

func (c *cable) reset() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for conn := range c.open {
		conn.Close()
	}
	clear(c.open)
}

// cut lets nothing through any more.
func (c *cable) cut(silently bool) {
	c.mu.Lock()
	if silently {
		c.silent = make(chan struct{})
	} else {
		c.down = true
	}
	c.mu.Unlock()
	if !silently {
		c.reset()
	}
}

func (c *cable) heal() {
	c.mu.Lock()
	silent := c.silent
	c.silent, c.down = nil, false
	c.mu.Unlock()
	if silent != nil {
		c.reset() // what a network loses does not arrive later
		close(silent)
	}
}

// cabled adds a process to a fleet, on cables of its own to the log and to PostgreSQL.
func cabled(t *testing.T, f *fleet) (w *world, log, database *cable) {
	t.Helper()
	address := strings.TrimSuffix(strings.TrimPrefix(f.log, "esdb://"), "?tls=false")
	log = newCable(t, "tcp", "127.0.0.1:0", address)
	u, err := url.Parse(f.database)
	if err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "cable-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	const name = ".s.PGSQL.5432"
	database = newCable(t, "unix", filepath.Join(dir, name), filepath.Join(u.Query().Get("host"), name))
	c := testConfig(t.TempDir())
	c.EventStoreURL = "esdb://" + log.listener.Addr().String() + "?tls=false"
	c.DatabaseURL, c.NodeName = strings.Replace(f.database, "host="+u.Query().Get("host"), "host="+dir, 1),
		fmt.Sprintf("node-%d", f.starts.Add(1))
	if w, err = f.open(c, nil); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.Close)
	return w, log, database
}

// TestCutNetworks writes through two nodes while each connection of either to the log
// and to PostgreSQL is cut, at random, with a reset or in silence. What was answered
// is there once, a key that was sent again has opened one case, and both nodes list
// all of it afterwards. A soak cuts more often.
func TestCutNetworks(t *testing.T) {
	t.Parallel()
	const seed = 20261122
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 1))
	f := newFleet(t)
	first, firstLog, firstDB := cabled(t, f)
	second, secondLog, secondDB := cabled(t, f)
	var mu sync.Mutex
	keys := map[string]string{} // Idempotency-Key → case
	var stop atomic.Bool
	var clients sync.WaitGroup
	for i := range 4 {
		clients.Go(func() {
			for n := 0; !stop.Load(); n++ {
				key := fmt.Sprintf("cut-%d-%d", i, n)
				for attempt := i; ; attempt++ { // to the other node each time
					w := []*world{first, second}[attempt%2]
					id, answered := openedOnce(t, w, key)
					if answered {
						mu.Lock()
						keys[key] = id
						mu.Unlock()
						break
					}
					time.Sleep(50 * time.Millisecond)
				}
			}
		})
	}
	cables := []*cable{firstLog, firstDB, secondLog, secondDB}
	for round := range soak.Rounds(4) {
		c := cables[(round/2+random.IntN(2)*2)%4]
		c.cut(round%2 == 0)
		time.Sleep(time.Duration(500+random.IntN(2000)) * time.Millisecond)
		c.heal()
		time.Sleep(time.Duration(random.IntN(1000)) * time.Millisecond)
	}
	stop.Store(true)
	clients.Wait()
	inLog := map[string]int{}
	from, err := transfer.ToHead(t.Context(), first.Store, "")
	if err != nil {
		t.Fatal(err)
	}
	for {
		e, err := from.Next(t.Context())
		if err != nil {
			break
		}
		if s, _ := event.ParseStream(e.Stream); s.Category == "case" {
			inLog[s.ID]++
		}
	}
	answered := map[string]bool{}
	for key, id := range keys {
		if answered[id] || inLog[id] != 1 {
			t.Errorf("%s: case %s stands %d times in the log, for another key too: %t", key, id, inLog[id], answered[id])
		}
		answered[id] = true
	}
	if len(inLog) != len(keys) {
		t.Errorf("%d cases are in the log, %d were answered", len(inLog), len(keys))
	}
	_, position := opened(t, first, "Last")
	for name, w := range map[string]*world{"first": first, "second": second} {
		eventually(t, "the "+name+" node to list all", func() bool {
			r := w.call(t, "owner", "GET", "/api/cases/?limit=1", nil, "X-Min-Log-Position", position)
			return r.status == http.StatusOK && r.field(t, "count") == float64(len(keys)+1)
		})
	}
	t.Logf("%d cases were opened", len(keys))
}

// openedOnce asks for a case under a key; answered is false where the answer was that
// it may or may not stand.
func openedOnce(t *testing.T, w *world, key string) (id string, answered bool) {
	req, err := http.NewRequestWithContext(t.Context(), "POST", w.base+"/api/cases/", strings.NewReader(`{"title": "`+key+`"}`))
	if err != nil {
		t.Error(err)
		return "", true
	}
	req.Header.Set("Authorization", "Bearer "+w.keys["owner"])
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Idempotency-Key", key)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return "", false
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	switch {
	case err != nil || resp.StatusCode == http.StatusServiceUnavailable:
		return "", false
	case resp.StatusCode != http.StatusCreated:
		t.Errorf("%s: %d %s", key, resp.StatusCode, body)
		return "", true
	}
	return reply{body: body}.field(t, "id").(string), true
}
