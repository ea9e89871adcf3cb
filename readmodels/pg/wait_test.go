package pg

import (
	"net"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"
)

// recovering is a server that is starting for as many connections, and then serves, or
// says nothing more.
func recovering(t *testing.T, dir string, starting int64, serves bool) (asked *atomic.Int64) {
	t.Helper()
	l, err := net.Listen("unix", filepath.Join(dir, ".s.PGSQL.5432"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	asked = new(atomic.Int64)
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			b := pgproto3.NewBackend(conn, conn)
			if _, err := b.ReceiveStartupMessage(); err == nil {
				switch n := asked.Add(1); {
				case n <= starting:
					b.Send(&pgproto3.ErrorResponse{Severity: "FATAL", Code: "57P03", Message: "the database system is starting up"})
				case serves:
					b.Send(&pgproto3.AuthenticationOk{})
					b.Send(&pgproto3.ReadyForQuery{TxStatus: 'I'})
					b.Flush()
					if _, err := b.Receive(); err == nil {
						b.Send(&pgproto3.EmptyQueryResponse{})
						b.Send(&pgproto3.ReadyForQuery{TxStatus: 'I'})
					}
				}
				b.Flush()
			}
			conn.Close()
		}
	}()
	return asked
}

// A server that reads its own log after a crash is waited for, however long that takes;
// one that says nothing is not.
func TestAServerThatIsStartingIsWaitedFor(t *testing.T) {
	defer func(was time.Duration) { silenceMax = was }(silenceMax)
	const starting = 40
	silenceMax = 200 * time.Millisecond // less than so many tries take
	for _, serves := range []bool{true, false} {
		c := &Cluster{socket: t.TempDir()}
		asked := recovering(t, c.socket, starting, serves)
		err := c.wait(t.Context(), nil)
		if serves && err != nil || !serves && (err == nil || !strings.Contains(err.Error(), "did not answer")) {
			t.Errorf("serves in the end: %t: %v", serves, err)
		}
		if n := asked.Load(); n <= starting {
			t.Errorf("serves in the end: %t: it was asked %d times", serves, n)
		}
	}
}
