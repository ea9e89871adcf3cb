package reading_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/tallystick/tallystick/domain/corpus/reading"
)

// BenchmarkFile reads an act of 4,000 sections beside a pass over its tokens alone in
// the same run; the ratio of their speeds is to be 0.5 or more.
func BenchmarkFile(b *testing.B) {
	var act strings.Builder
	act.WriteString(`<Legislation IdURI="http://www.legislation.gov.uk/id/ukpga/2007/3" RestrictStartDate="2020-04-06"><Primary><Body>`)
	for i := range 4000 {
		fmt.Fprintf(&act, `<P1group><Title>Provision %d</Title><P1 IdURI="http://www.legislation.gov.uk/id/ukpga/2007/3/section/%d"><Pnumber>%d</Pnumber><P1para>
<P2><Pnumber>1</Pnumber><P2para><Text>%s</Text></P2para></P2></P1para></P1></P1group>`, i, i, i, strings.Repeat("Whoever keeps doves shall count them. ", 12))
	}
	content := []byte(act.String() + `</Body></Primary></Legislation>`)
	b.SetBytes(int64(len(content)))
	var ours, floor time.Duration
	for b.Loop() {
		began := time.Now()
		for d := xml.NewDecoder(bytes.NewReader(content)); ; {
			if _, err := d.RawToken(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				b.Fatal(err)
			}
		}
		floor += time.Since(began)
		began = time.Now()
		if out, err := reading.File("clml", content, reading.Options{Language: "en"}); err != nil || len(out) != 4000 {
			b.Fatal(len(out), err)
		}
		ours += time.Since(began)
	}
	b.ReportMetric(floor.Seconds()/ours.Seconds(), "of_bare")
}
