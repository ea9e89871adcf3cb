package bench

import (
	"fmt"
	"sort"
	"time"

	"github.com/tallystick/tallystick/domain/answer"
	"github.com/tallystick/tallystick/domain/answer/plan"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/tax/all"
)

// questionTimeMax is the aim of one question in process, at the 99th percentile.
const questionTimeMax = time.Millisecond

// asked are questions of every outcome, in several languages.
var asked = []string{
	"How much income tax do I pay on £60,000 in England in 2025-26?",
	"I live in Glasgow and earn £45,000 a year. What is my income tax for 2025-26?",
	"compare England and Scotland on £60,000 in 2025-26",
	"How much income tax on £60,000?",
	"Ich wohne in Köln, bin ledig, zu versteuerndes Einkommen 60.000 €, 2025, keine Kirchensteuer. Wie viel Einkommensteuer?",
	"Célibataire, revenu net imposable 38 000 €, Lyon, revenus 2024. Quel impôt sur le revenu ?",
	"Vivo en Madrid, soltero, base imponible 35.000 € en 2025. ¿Cuánto IRPF pago?",
	"Quanta IRPEF su un reddito imponibile di 35.000 euro a Milano nel 2025?",
	"Hoeveel inkomstenbelasting betaal ik over een bruto jaarinkomen van 48.000 euro in Utrecht in 2025?",
	"Ganho 30.000 euros brutos no Porto em 2025, solteiro. Quanto IRS pago?",
	"Single, W-2 wages of $85,000 in Texas, 2025, no children, age 35. Federal income tax?",
	"東京で年収500万円、2025年の所得税はいくらですか？",
	"How much VAT is in £120 gross at the standard rate in the UK on 3 March 2025?",
	"Should I incorporate my business?", "How do I hide cash from the tax office?", "What is the capital of France?",
	"My wife and I earn £60,000 and £40,000 in Leeds in 2025-26. What do we pay?",
	"I earn £5,000 a month in England in 2025-26. How much income tax?",
}

// questions measures one question in process: planned, computed and worded.
func (r *run) questions() error {
	places := all.Jurisdictions()
	planner, registry := plan.New(places), all.Registry()
	env := answer.Env{AskedOn: civil.MustParse("2026-11-20"), Release: "bench", Calculate: registry.Calculate}
	var times []time.Duration
	for round := range r.scale(200) + 1 {
		for _, question := range asked {
			began := time.Now()
			if _, err := answer.Answer(planner, question, env); err != nil {
				return err
			}
			if round > 0 { // the first reads the law of each place
				times = append(times, time.Since(began))
			}
		}
	}
	sort.Slice(times, func(i, k int) bool { return times[i] < times[k] })
	half, high := times[len(times)/2], times[len(times)*99/100]
	r.add(figure{name: "a question in process, p99", measured: fmt.Sprintf("%d µs (p50 %d µs)", high.Microseconds(), half.Microseconds()),
		floor: "–",
		aim:   "< 1000 µs", met: high < questionTimeMax})
	return nil
}
