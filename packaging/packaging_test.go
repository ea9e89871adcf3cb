// Package packaging_test holds that what stands beside the code fits it: there is
// no container engine where the tests run, so files are read, not started.
package packaging_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/tallystick/tallystick/cmd/tallystick/config"
)

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", path))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// settings are the names that the service knows.
func settings(t *testing.T) map[string]bool {
	t.Helper()
	c, err := config.Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, s := range c.Settings() {
		known[s.Name], known[s.Name+"_FILE"] = true, true
	}
	return known
}

type service struct {
	Image       string            `yaml:"image"`
	Environment map[string]string `yaml:"environment"`
	Secrets     []string          `yaml:"secrets"`
	Volumes     []string          `yaml:"volumes"`
	Command     any               `yaml:"command"`
	DependsOn   map[string]struct {
		Condition string `yaml:"condition"`
	} `yaml:"depends_on"`
}

func TestCompose(t *testing.T) {
	var file struct {
		Services map[string]service `yaml:"services"`
		Volumes  map[string]any     `yaml:"volumes"`
		Secrets  map[string]any     `yaml:"secrets"`
	}
	if err := yaml.Unmarshal([]byte(read(t, "compose.yaml")), &file); err != nil {
		t.Fatal(err)
	}
	known := settings(t)
	for name := range file.Services["tallystick"].Environment {
		if !known[name] {
			t.Errorf("%s is no setting", name)
		}
	}
	for name, s := range file.Services {
		for _, v := range s.Volumes {
			source, _, _ := strings.Cut(v, ":")
			if _, ok := file.Volumes[source]; !ok {
				t.Errorf("%s: no volume %s", name, source)
			}
		}
		for _, secret := range s.Secrets {
			if _, ok := file.Secrets[secret]; !ok {
				t.Errorf("%s: no secret %s", name, secret)
			}
		}
		for other := range s.DependsOn {
			if _, ok := file.Services[other]; !ok {
				t.Errorf("%s depends on %s, which is not there", name, other)
			}
		}
		if s.Environment["EVENTSTORE_CLUSTER_SIZE"] != "" {
			seeds := strings.Split(s.Environment["EVENTSTORE_GOSSIP_SEED"], ",")
			if len(seeds) != 2 || strings.Contains(s.Environment["EVENTSTORE_GOSSIP_SEED"], s.Environment["EVENTSTORE_NODE_IP"]+":") {
				t.Errorf("%s gossips with %v", name, seeds)
			}
		}
	}
	if len(file.Services) != 7 {
		t.Errorf("%d services", len(file.Services))
	}
}

// The cluster's log is locked before the service starts, by somebody who is not the
// service: it has no admin's secret, in its secrets, its environment or its files.
func TestComposeStartsLocked(t *testing.T) {
	var file struct {
		Services map[string]service `yaml:"services"`
	}
	if err := yaml.Unmarshal([]byte(read(t, "compose.yaml")), &file); err != nil {
		t.Fatal(err)
	}
	serves, locks := file.Services["tallystick"], file.Services["lock"]
	if after := serves.DependsOn["lock"].Condition; after != "service_completed_successfully" {
		t.Errorf("the service starts when the lock is %q", after)
	}
	words := fmt.Sprint(locks.Command)
	if !strings.HasPrefix(words, "[log secure ") || !strings.Contains(words, "--admin-file /run/secrets/eventstore_admin_url") {
		t.Errorf("the lock runs %s", words)
	}
	if !slices.Contains(locks.Secrets, "eventstore_admin_url") {
		t.Errorf("the lock has the secrets %v", locks.Secrets)
	}
	for name, s := range file.Services {
		if said := fmt.Sprint(s.Secrets, s.Environment, s.Command); name != "lock" && strings.Contains(said, "admin") {
			t.Errorf("%s knows of an admin: %s", name, said)
		}
	}
}

func TestUnitNamesSettings(t *testing.T) {
	known := settings(t)
	found := regexp.MustCompile(`(?m)^Environment=([A-Z_]+)=`).FindAllStringSubmatch(read(t, "packaging/tallystick.service"), -1)
	if len(found) == 0 {
		t.Error("the unit sets nothing")
	}
	for _, m := range found {
		if !known[m[1]] {
			t.Errorf("%s is no setting", m[1])
		}
	}
}

// TestOperationsNamesEveryMetric looks for every metric of the code in the page
// that says what to watch for, and the other way round.
func TestOperationsNamesEveryMetric(t *testing.T) {
	page := read(t, "docs/operations.md")
	name := regexp.MustCompile(`(?:Name:\s+|counters\()"(tallystick_[a-z_]+)"`)
	inCode := map[string]bool{}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, m := range name.FindAllStringSubmatch(string(text), -1) {
			inCode[m[1]] = true
			if !strings.Contains(page, "`"+m[1]+"`") {
				t.Errorf("%s: docs/operations.md does not say what to watch %s for", path, m[1])
			}
		}
		return err
	})
	if err != nil || len(inCode) < 10 {
		t.Fatalf("%d metrics, %v", len(inCode), err)
	}
	for _, m := range regexp.MustCompile("`(tallystick_[a-z_]+)`").FindAllStringSubmatch(page, -1) {
		if !inCode[m[1]] {
			t.Errorf("docs/operations.md names %s, which nothing measures", m[1])
		}
	}
}

// The dashboard asks for metrics that there are: those that the guide for operators
// explains.
func TestTheDashboardShowsWhatThereIs(t *testing.T) {
	guide, err := os.ReadFile("../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile("grafana-dashboard.json")
	if err != nil {
		t.Fatal(err)
	}
	var dashboard struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
	}
	if err := json.Unmarshal(raw, &dashboard); err != nil || len(dashboard.Panels) < 10 {
		t.Fatalf("%d panels, %v", len(dashboard.Panels), err)
	}
	for _, p := range dashboard.Panels {
		for _, target := range p.Targets {
			for _, name := range regexp.MustCompile(`tallystick_[a-z_]+`).FindAllString(target.Expr, -1) {
				name = strings.TrimSuffix(strings.TrimSuffix(name, "_bucket"), "_count")
				if !strings.Contains(string(guide), "`"+name+"`") {
					t.Errorf("%s asks for %s, which the guide does not name", p.Title, name)
				}
			}
		}
	}
}
