package pg

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// TestErrorsQuoteNoRows makes errors that PostgreSQL's log would quote a row with, as the
// detail of a constraint, as a literal, as a parameter and as the context of a function.
func TestErrorsQuoteNoRows(t *testing.T) {
	dir, err := os.MkdirTemp("", "tallystick-launch-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil { // PostgreSQL may run as another user
		t.Fatal(err)
	}
	c, err := Start(t.Context(), filepath.Join(dir, "postgres"), "fsync=off")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Stop() })
	conn, err := pgx.Connect(t.Context(), c.URL("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(context.Background()) })
	for name, want := range map[string]string{"wal_recycle": "off", "min_wal_size": "32MB", "checkpoint_timeout": "5min",
		"log_error_verbosity": "terse", "log_min_error_statement": "panic", "log_parameter_max_length_on_error": "0",
		"log_statement": "none", "log_min_duration_statement": "-1", "log_min_duration_sample": "-1"} {
		var is string
		if err := conn.QueryRow(t.Context(), "show "+name).Scan(&is); err != nil || is != want {
			t.Errorf("%s is %q, wanted %q (%v)", name, is, want, err)
		}
	}
	const secret = "Ottilie-Querfeld"
	if _, err := conn.Exec(t.Context(), `create table person (name text unique, age int check (age < 150));
insert into person values ('`+secret+`', 30);
create function refuse(who text) returns text language plpgsql as $$ begin raise exception 'refused' using detail = who, hint = who; end $$`); err != nil {
		t.Fatal(err)
	}
	for sql, args := range map[string][]any{
		`insert into person values ($1, 30)`:                   {secret},
		`insert into person values ('` + secret + `', 31)`:     nil,
		`insert into person values ($1, 200)`:                  {secret + " again"},
		`select refuse($1)`:                                    {secret},
		`select refuse('` + secret + `')`:                      nil,
		`select 1 / (length($1::text) - length($1::text)), $1`: {secret},
	} {
		if _, err := conn.Exec(t.Context(), sql, args...); err == nil {
			t.Errorf("%s did not fail", sql)
		}
	}
	// What the server writes reaches the tail through a pipe: until the last error is there.
	written := func() string { return c.log.String() }
	for deadline := time.Now().Add(time.Minute); strings.Count(written(), "ERROR:") < 6 && time.Now().Before(deadline); {
		time.Sleep(10 * time.Millisecond)
	}
	if log := written(); strings.Count(log, "ERROR:") != 6 || strings.Contains(log, secret) {
		t.Errorf("the log of six errors:\n%s", log)
	}
}
