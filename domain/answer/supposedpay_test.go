package answer_test

import (
	"fmt"
	"testing"
)

// The tax that a condition stands behind is not what is said of the amount in it: what
// somebody's pay is counts as a salary does; what they pay, owe or get net does not.
func TestTaxIfMyPayIs(t *testing.T) {
	p, e := everywhere()
	for _, income := range []int{21_400, 38_000, 112_000} {
		for _, link := range []string{"if", "when"} {
			plain := put(t, p, fmt.Sprintf("How much income tax %s my salary is £%d and I live in Leeds (2025/26)?", link, income), e)
			for _, pay := range []string{"pay", "annual pay", "yearly pay"} {
				q := fmt.Sprintf("How much income tax %s my %s is £%d and I live in Leeds (2025/26)?", link, pay, income)
				if out := put(t, p, q, e); figure(&plain) == "" || figure(&out) != figure(&plain) {
					t.Errorf("%q: %q, want %q", q, figure(&out), figure(&plain))
				}
			}
			for _, other := range []string{"my rent is", "my net pay is", "my brother's pay is", "my tax is", "I pay rent of"} {
				q := fmt.Sprintf("How much income tax %s %s £%d and I live in Leeds (2025/26)?", link, other, income)
				if out := put(t, p, q, e); figure(&out) != "" {
					t.Errorf("%q: %q", q, figure(&out))
				}
			}
		}
	}
}
