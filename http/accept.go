package http

import (
	"mime"
	"slices"
	"strconv"
	"strings"
)

// preferred is which of some content types an Accept header asks for (RFC 9110, 12.5.1):
// the one of the highest quality, of equals the one whose range comes first, and then the
// first that is offered, as where none is acceptable.
func preferred(accept string, offers ...string) string {
	type asked struct {
		quality   float64
		at        int
		specific  int
		unmatched bool
	}
	best := asked{unmatched: true}
	chosen := offers[0]
	for _, offer := range offers {
		match := asked{unmatched: true}
		for at, text := range strings.Split(accept, ",") {
			media, params, err := mime.ParseMediaType(text)
			specific := slices.Index([]string{"*/*", offer[:strings.IndexByte(offer, '/')] + "/*", offer}, media)
			if err != nil || specific < 0 || !match.unmatched && specific <= match.specific {
				continue
			}
			match = asked{1, at, specific, false}
			if q, given := params["q"]; given {
				match.quality, _ = strconv.ParseFloat(q, 64) // what is no number is nothing
			}
		}
		if match.quality > best.quality || match.quality == best.quality && match.quality > 0 && match.at < best.at {
			best, chosen = match, offer
		}
	}
	return chosen
}
