package eventstore_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/eventstore/storetest"
)

// The rights are written where a server looks for them, once.
func TestSecure(t *testing.T) {
	s := storetest.OpenNode(t).Store(t)
	for i := range 3 {
		if changed, err := s.Secure(storetest.Context(t), "tallystick"); err != nil || changed != (i == 0) {
			t.Fatalf("time %d: %v, %v", i, changed, err)
		}
	}
	last, err := s.ReadLast(storetest.Context(t), "$settings", 10)
	if err != nil || len(last) != 1 || last[0].Type != "update-default-acl" {
		t.Fatal(last, err)
	}
	var settings struct {
		User   map[string][]string `json:"$userStreamAcl"`
		System map[string][]string `json:"$systemStreamAcl"`
	}
	if err := json.Unmarshal(last[0].Data, &settings); err != nil {
		t.Fatal(err)
	}
	if len(settings.System) != 5 {
		t.Errorf("rights to the server's own streams: %v", settings.System)
	}
	for right, who := range settings.System {
		if strings.Join(who, " ") != "$admins" {
			t.Errorf("%s of the server's own streams: %q", right, who)
		}
	}
	all, err := s.ReadLast(storetest.Context(t), "$$$all", 10)
	if err != nil || len(all) != 1 || string(all[0].Data) != `{"$acl":{"$r":["tallystick","$admins"]}}` {
		t.Errorf("rights to the whole log: %+v, %v", all, err)
	}
	for right, want := range map[string]string{"$r": "tallystick $admins", "$w": "tallystick $admins", "$mr": "tallystick $admins",
		"$d": "$admins", "$mw": "$admins"} {
		if got := strings.Join(settings.User[right], " "); got != want {
			t.Errorf("%s: %q, want %q", right, got, want)
		}
	}
}

// A service learns whether its own user could delete: not on its node, which guards
// its streams; on an open one.
func TestCouldDelete(t *testing.T) {
	for _, x := range []struct {
		server *storetest.Server
		want   bool
	}{{storetest.Node(t), false}, {storetest.OpenNode(t), true}, {&storetest.Server{Config: storetest.NewStrict(t, 1).Config()}, true}} {
		if got, err := x.server.Store(t).CouldDelete(storetest.Context(t), "case-0-probe"); err != nil || got != x.want {
			t.Errorf("%v, %v, want %v", got, err, x.want)
		}
	}
}

// A user that is there already is left alone; a refusal says what the server said.
func TestCreateUser(t *testing.T) {
	answers := []int{http.StatusCreated, http.StatusConflict, http.StatusUnauthorized}
	var asked []map[string]any
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body map[string]any
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil || r.URL.Path != "/users/" {
			t.Errorf("%s: %v", r.URL.Path, err)
		}
		asked = append(asked, body)
		w.WriteHeader(answers[len(asked)-1])
	}))
	defer server.Close()
	s, err := eventstore.Connect(eventstore.Config{URL: "esdb://admin:swordfish@" + server.Listener.Addr().String() + "?tls=false"})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for i, want := range []bool{true, false, false} {
		created, err := s.CreateUser(storetest.Context(t), "tallystick", "secret")
		if created != want || (err != nil) != (i == 2) || err != nil && strings.Contains(err.Error(), "swordfish") {
			t.Errorf("answer %d: %v, %v", answers[i], created, err)
		}
	}
	if asked[0]["loginName"] != "tallystick" || asked[0]["groups"] == nil {
		t.Errorf("%v", asked[0])
	}
}
