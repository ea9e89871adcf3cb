package fx

import (
	"bytes"
	"errors"
	"fmt"
)

// File is what a publisher's file says.
type File struct {
	Table  string // ECB, HMRC, IMF or IMFSDR
	Rates  []Rate
	Unread []string // names of currencies that have no code here
}

// Sources whose files are read.
const (
	SourceECB  = "ecb"
	SourceHMRC = "hmrc"
	SourceIMF  = "imf"
)

// Read reads a file of one of the sources in any form that it publishes. An
// error names the line, or what the file lacks.
func Read(source string, content []byte) (File, error) {
	var f File
	var err error
	in := bytes.NewReader(content)
	xml := bytes.HasPrefix(bytes.TrimSpace(bytes.TrimPrefix(content, []byte("\ufeff"))), []byte("<"))
	switch source {
	case SourceECB:
		f.Table = ECB
		if xml {
			f.Rates, err = ReadECBXML(in)
		} else {
			f.Rates, err = ReadECBCSV(in)
		}
	case SourceHMRC:
		f.Table = HMRC
		if xml {
			f.Rates, err = ReadHMRCXML(in)
		} else {
			f.Rates, err = ReadHMRCCSV(in)
		}
	case SourceIMF:
		f, err = ReadIMF(content)
	default:
		return f, fmt.Errorf("source %q is none of ecb, hmrc and imf", source)
	}
	if err != nil {
		return File{}, err
	}
	if len(f.Rates) == 0 {
		return File{}, errors.New("holds no rate")
	}
	return f, nil
}
