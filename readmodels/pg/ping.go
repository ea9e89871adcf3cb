package pg

import (
	"context"
	"errors"
	"runtime"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

func ping(ctx context.Context, url string) error {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	return conn.Ping(ctx)
}

// silenceMax is how long a server that starts may say nothing.
var silenceMax = 60 * time.Second

// starting reports whether an error is a server's word that it is on its way.
func starting(err error) bool {
	const cannotConnectNow = "57P03"
	var said *pgconn.PgError
	return errors.As(err, &said) && said.Code == cannotConnectNow
}

// lockThread keeps the calling goroutine on its thread until it ends.
func lockThread() { runtime.LockOSThread() }

// CreateDatabase makes a database of the cluster unless it is there.
func (c *Cluster) CreateDatabase(ctx context.Context, name string) error {
	conn, err := pgx.Connect(ctx, c.URL("postgres"))
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	var there bool
	if err := conn.QueryRow(ctx, `select exists(select from pg_database where datname = $1)`, name).Scan(&there); err != nil || there {
		return err
	}
	_, err = conn.Exec(ctx, "create database "+pgx.Identifier{name}.Sanitize())
	return err
}
