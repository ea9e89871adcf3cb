package render

import (
	"bytes"
	"encoding/binary"
)

// screenProfile is an ICC profile (version 2.1) of a screen: the primaries of sRGB,
// adapted to D50 as ICC.1:2001 asks, with a gamma of 2.2. Archival PDFs say by it what
// their colours are.
func screenProfile() []byte {
	type tag struct {
		name string
		data []byte
	}
	xyz := func(x, y, z uint32) []byte { // s15Fixed16
		return binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32([]byte("XYZ \x00\x00\x00\x00"), x),
			y), z)
	}
	const name = "sRGB primaries, gamma 2.2"
	description := binary.BigEndian.AppendUint32([]byte("desc\x00\x00\x00\x00"), uint32(len(name)+1))
	description = append(append(description, name...), make([]byte, 1+4+4+2+1+67)...)
	gamma := []byte("curv\x00\x00\x00\x00\x00\x00\x00\x01\x02\x33\x00\x00") // one entry: 2.2 as u8Fixed8
	tags := []tag{
		{"desc", description}, {"cprt", []byte("text\x00\x00\x00\x00No copyright is claimed\x00")},
		{"wtpt", xyz(0xF6D6, 0x10000, 0xD32D)}, {"rXYZ", xyz(0x6FA2, 0x38F5, 0x0390)}, {"gXYZ", xyz(0x6299, 0xB785, 0x18DA)},
		{"bXYZ", xyz(0x24A0, 0x0F84, 0xB6CF)}, {"rTRC", gamma}, {"gTRC", gamma}, {"bTRC", gamma},
	}
	const head = 128
	var table, data bytes.Buffer
	at := head + 4 + 12*len(tags)
	binary.Write(&table, binary.BigEndian, uint32(len(tags)))
	for _, t := range tags {
		table.WriteString(t.name)
		binary.Write(&table, binary.BigEndian, [2]uint32{uint32(at + data.Len()), uint32(len(t.data))})
		data.Write(t.data)
		for data.Len()%4 != 0 {
			data.WriteByte(0)
		}
	}
	out := make([]byte, head, at+data.Len())
	binary.BigEndian.PutUint32(out, uint32(at+data.Len()))
	copy(out[8:], "\x02\x10\x00\x00mntrRGB XYZ ")
	copy(out[24:], "\x07\xEA\x00\x01\x00\x01\x00\x00\x00\x00\x00\x00") // 1 January 2026
	copy(out[36:], "acsp")
	copy(out[68:], xyz(0xF6D6, 0x10000, 0xD32D)[8:]) // D50
	return append(append(out, table.Bytes()...), data.Bytes()...)
}
