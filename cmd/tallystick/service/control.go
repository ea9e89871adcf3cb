package service

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/tallystick/tallystick/cmd/tallystick/config"
	api "github.com/tallystick/tallystick/http"
)

// OpenLog opens the event log alone: the cluster, the node that runs in this
// data directory, or else one of our own. Only Store and Close may be used.
func OpenLog(c config.Config, logger *slog.Logger) (*Service, error) {
	s := &Service{Config: c, Logger: logger, Metrics: api.NewMetrics(), prepared: make(chan struct{}), addr: map[string]string{}}
	if err := os.MkdirAll(c.DataDir, 0o755); err != nil {
		return nil, err
	}
	if err := s.openLog(c); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// controlPath is the 0600 socket by which the command line asks the running
// service for what only the process that holds the log's files can do. It is not
// part of the operations listener, which has no credentials and may be reached by
// others.
func controlPath(dataDir string) (string, error) {
	path, err := socketPath(dataDir)
	return strings.TrimSuffix(path, ".sock") + "-ctl.sock", err
}

type backupRequest struct {
	Dir string `json:"dir"`
}

// control answers on the control socket.
func (s *Service) control() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /backup", func(w http.ResponseWriter, r *http.Request) {
		var in backupRequest
		if err := json.NewDecoder(r.Body).Decode(&in); err != nil || !filepath.IsAbs(in.Dir) {
			http.Error(w, "send {\"dir\": an absolute path}", http.StatusBadRequest)
			return
		}
		// A backup reads the whole log; it may take longer than any request of the API.
		rc := http.NewResponseController(w)
		rc.SetReadDeadline(time.Time{})
		rc.SetWriteDeadline(time.Time{})
		m, err := s.Backup(r.Context(), in.Dir)
		if err != nil {
			s.Logger.Error("backup failed", "error", err)
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		s.Logger.Info("backup made", "events", m.Log.Events, "keys", m.Vault.Keys)
		if err := Unsound(m.Files.Unsound); err != nil {
			s.Logger.Error("the backup is whole, and holds files as they are stored", "error", err)
		}
		json.NewEncoder(w).Encode(m)
	})
	return mux
}

// listenControl serves the control socket.
func (s *Service) listenControl() error {
	path, err := controlPath(s.Config.DataDir)
	if err != nil {
		return err
	}
	if answers(path) {
		return nil // another process serves this data directory
	}
	os.Remove(path)
	l, err := net.Listen("unix", path)
	if err != nil {
		return err
	}
	if err := os.Chmod(path, 0o600); err != nil {
		l.Close()
		return err
	}
	server := &http.Server{Handler: s.control(), ReadHeaderTimeout: 10 * time.Second}
	s.servers = append(s.servers, server)
	s.run(func() {
		if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			s.Logger.Error("listener ended", "listener", "control", "error", err)
		}
	})
	return nil
}

// Running reports whether a service runs in this data directory.
func Running(c config.Config) bool {
	control, err1 := controlPath(c.DataDir)
	log, err2 := socketPath(c.DataDir)
	return err1 == nil && answers(control) || err2 == nil && answers(log)
}

// ErrNotRunning: no service runs in the data directory.
var ErrNotRunning = errors.New("no service runs in this data directory")

// AskBackup has the running service make a backup.
func AskBackup(ctx context.Context, c config.Config, dir string) (m Manifest, err error) {
	path, err := controlPath(c.DataDir)
	if err != nil {
		return m, err
	}
	if !answers(path) {
		return m, ErrNotRunning
	}
	body, err := json.Marshal(backupRequest{dir})
	if err != nil {
		return m, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://control/backup", bytes.NewReader(body))
	if err != nil {
		return m, err
	}
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true, DialContext: func(ctx context.Context, _, _ string) (net.Conn,
		error) {
		return (&net.Dialer{}).DialContext(ctx, "unix", path)
	}}}
	resp, err := client.Do(req)
	if err != nil {
		return m, err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		return m, err
	}
	if resp.StatusCode != http.StatusOK {
		return m, fmt.Errorf("the running service: %s", bytes.TrimSpace(text))
	}
	return m, json.Unmarshal(text, &m)
}
