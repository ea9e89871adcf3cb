package bench

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/answer"
	"github.com/tallystick/tallystick/domain/answer/plan"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/all"
)

// affectedAnswers are the recorded answers that a change of the law may touch.
const affectedAnswers = 10_000

// affected measures how fast the answers that a change of the law moves are found, beside
// loading, opening and calculating each of them in a loop.
func (r *run) affected() error {
	n, base := r.scale(affectedAnswers), "http://"+r.service.Addr("api")
	c := client(connections)
	defer c.CloseIdleConnections()
	ids := make([]string, n)
	ask := func(i int) (http.Header, error) {
		question := fmt.Sprintf(`{"question":"How much income tax do I pay on £%d in England in 2025-26?"}`, 20_000+i)
		header, err := call(c, "POST", base+"/api/tax-assistant/answer/", r.key, []byte(question), 200)
		ids[i] = header.Get("X-Answer-Id")
		return header, err
	}
	var next atomic.Int64
	_, took, err := load(connections, time.Hour, func(int) error {
		i := int(next.Add(1)) - 1
		if i >= n-1 {
			return io.EOF
		}
		_, err := ask(i)
		return err
	})
	if len(took) != n-1 {
		return fmt.Errorf("%d of %d questions were answered: %w", len(took), n, err)
	}
	last, err := ask(n - 1) // all others stand before it
	if err != nil {
		return err
	}
	change, err := r.aChange(c, base, last.Get("X-Log-Position"))
	if err != nil {
		return err
	}
	began := time.Now()
	found, err := r.affectedBy(c, base, change)
	if err == nil && found != n {
		err = fmt.Errorf("%d of %d answers were computed anew", found, n)
	}
	if err != nil {
		return err
	}
	rate := float64(n) / time.Since(began).Seconds()
	floor, err := r.calculatedAgain(ids)
	if err != nil {
		return err
	}
	r.beside(fmt.Sprintf("affected answers of %d, beside loading and calculating each", n), "/s", rate, floor, .5, "")
	return nil
}

// aChange is a change of the law of Great Britain, for which all answers about it are looked
// at, once the read models have them.
func (r *run) aChange(c *http.Client, base, position string) (string, error) {
	var list struct{ Changes []struct{ ID string } }
	err := errBehind
	for errors.Is(err, errBehind) {
		err = r.fetched(c, base+"/api/legislative/changelog/?jurisdiction=GB&from=2020-01-01&limit=1", &list, "X-Min-Log-Position", position)
	}
	if err == nil && len(list.Changes) == 0 {
		err = errors.New("no change of the law is listed")
	}
	if err != nil {
		return "", err
	}
	return list.Changes[0].ID, nil
}

// affectedBy has the answers looked at that a change may touch, and counts them.
func (r *run) affectedBy(c *http.Client, base, change string) (int, error) {
	var list struct {
		Changes []struct{ Affected struct{ Examined int } }
	}
	err := r.fetched(c, base+"/api/legislative/changelog/?change_id="+change, &list)
	if err != nil || len(list.Changes) == 0 {
		return 0, err
	}
	return list.Changes[0].Affected.Examined, nil
}

// errBehind reports read models that do not hold yet what was asked for.
var errBehind = errors.New("the read models are behind")

func (r *run) fetched(c *http.Client, url string, v any, headers ...string) error {
	req, err := http.NewRequestWithContext(r.ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+r.key)
	for i := 0; i+1 < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusServiceUnavailable {
		return errBehind
	}
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", url, resp.Status)
	}
	return json.NewDecoder(resp.Body).Decode(v)
}

// calculatedAgain loads and opens answers one after the other, and calculates what each was
// about, which planning told before.
func (r *run) calculatedAgain(ids []string) (float64, error) {
	planner, registry := plan.New(all.Jurisdictions()), all.Registry()
	requests := make([]tax.Request, len(ids))
	for i := range ids {
		held, err := commands.AnswerKind.Load(r.ctx, r.service.Log, r.caller(), ids[i])
		if err != nil {
			return 0, err
		}
		g := held.State.Given
		if _, err := answer.Answer(planner, g.Question.Plain, answer.Env{AskedOn: g.AskedOn, Release: g.Release, Language: g.Language,
			Calculate: func(req *tax.Request) (tax.Result, error) {
				requests[i] = *req
				return registry.Calculate(req)
			}}); err != nil {
			return 0, err
		}
	}
	began := time.Now()
	for i := range ids {
		if _, err := commands.AnswerKind.Load(r.ctx, r.service.Log, r.caller(), ids[i]); err != nil {
			return 0, err
		}
		if _, err := registry.Calculate(&requests[i]); err != nil {
			return 0, err
		}
	}
	return float64(len(ids)) / time.Since(began).Seconds(), nil
}
