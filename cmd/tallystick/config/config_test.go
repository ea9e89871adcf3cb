package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestLoad(t *testing.T) {
	file := filepath.Join(t.TempDir(), "key")
	key := strings.Repeat("ab", 32)
	if err := os.WriteFile(file, []byte(key+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := Load([]string{"TALLYSTICK_MASTER_KEY_FILE=" + file, "DATABASE_URL=postgres://u:p@h/db", "HOME=/x"})
	if err != nil || c.MasterKey != key || c.Listen != "127.0.0.1:8080" || c.QuestionBurst != 60 {
		t.Fatalf("%+v, %v", c, err)
	}
	for _, s := range c.Settings() {
		if strings.Contains(s.Value, key) || strings.Contains(s.Value, "u:p") {
			t.Errorf("%s shows a secret: %s", s.Name, s.Value)
		}
	}
}

func TestEveryFaultIsNamed(t *testing.T) {
	_, err := Load([]string{"TALLYSTICK_LISTENN=x", "TALLYSTICK_QUESTION_BURST=0", "TALLYSTICK_MASTER_KEY=zz",
		"TALLYSTICK_DATA_DIR=a", "TALLYSTICK_DATA_DIR_FILE=b", "TALLYSTICK_TLS_CERT=c"})
	for _, name := range []string{"TALLYSTICK_LISTENN", "TALLYSTICK_QUESTION_BURST", "TALLYSTICK_MASTER_KEY", "TALLYSTICK_DATA_DIR",
		"TALLYSTICK_TLS_CERT"} {
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%v does not name %s", err, name)
		}
	}
}

// However a connection's password is written, it is not shown.
func TestPasswordsAreNotShown(t *testing.T) {
	for _, url := range []string{
		"postgres://app:hidden@db/x", "postgres://db/x?password=hidden", "postgres://db/x?sslmode=require&password=hidden&user=u", "postgres://u:hid@hidden@db/x",
		"host=db user=u password=hidden", "host=db password = 'hidden word hidden' user=u", "password=hidden", "postgres://db/x?sslpassword=hidden",
		"https://store/bucket?access_key=hidden&secret_key=hidden", "nats://db?TOKEN=hidden", "postgres://a@b/x?PassWord=hidden#hash",
	} {
		got := redactURL(url)
		if strings.Contains(got, "hidden") || !strings.Contains(got, "[redacted]") {
			t.Errorf("%s is shown as %s", url, got)
		}
	}
	for _, url := range []string{"postgres://db/x?sslmode=require", "host=db user=u"} {
		if got := redactURL(url); got != url {
			t.Errorf("%s is shown as %s", url, got)
		}
	}
}
