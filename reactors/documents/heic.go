package documents

import (
	"bytes"
	"encoding/binary"
	"image"

	"github.com/gen2brain/heic"
)

// isHEIC reports whether a file is of the format in which telephones keep photographs.
func isHEIC(content []byte) bool {
	return len(content) > 12 && string(content[4:8]) == "ftyp" && bytes.Contains([]byte("heic heix heim heis mif1"), content[8:12])
}

// sizeOfHEIC is the size of the largest image that the head of a HEIC file announces
// (ISO/IEC 23008-12, box ispe), by which one that is too large is refused before it is
// decoded. ok is false where it announces none.
func sizeOfHEIC(content []byte) (size image.Config, ok bool) {
	const headMax = 1 << 20
	rest := content[:min(len(content), headMax)]
	for {
		at := bytes.Index(rest, []byte("ispe"))
		if at < 0 || at+16 > len(rest) {
			return size, ok
		}
		w, h := binary.BigEndian.Uint32(rest[at+8:]), binary.BigEndian.Uint32(rest[at+12:])
		if w > sideMax || h > sideMax {
			return image.Config{Width: sideMax + 1, Height: 1}, true
		}
		if int(w)*int(h) > size.Width*size.Height {
			size.Width, size.Height = int(w), int(h)
		}
		ok, rest = true, rest[at+16:]
	}
}

// decoded is a picture of any format that is taken, with its size looked at first.
// Errors: errTooComplex; what its decoder says.
func decoded(content []byte) (image.Image, error) {
	var size image.Config
	var err error
	photo := isHEIC(content)
	if photo {
		var ok bool
		if size, ok = sizeOfHEIC(content); !ok {
			return nil, heic.ErrDecode
		}
	} else if size, _, err = image.DecodeConfig(bytes.NewReader(content)); err != nil {
		return nil, err
	}
	if size.Width > sideMax || size.Height > sideMax || size.Width*size.Height > pixelsMax {
		return nil, errTooComplex
	}
	if photo {
		return heic.Decode(bytes.NewReader(content)) // upright already
	}
	picture, _, err := image.Decode(bytes.NewReader(content))
	return picture, err
}
