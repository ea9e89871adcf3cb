package taxid

import "testing"

// The examples of the table, one for each Land. A Land's number under another
// Land's kind is refused where the forms differ.
func TestNumbersOfTheLaender(t *testing.T) {
	for kind, v := range map[string][2]string{
		"bw": {"93815/08152", "2893081508152"}, "by": {"181/815/08155", "9181081508155"}, "be": {"21/815/08150", "1121081508150"},
		"bb": {"048/815/08155", "3048081508155"}, "hb": {"75 815 08152", "2475081508152"}, "hh": {"02/815/08156", "2202081508156"},
		"he": {"013 815 08153", "2613081508153"}, "mv": {"079/815/08151", "4079081508151"}, "ni": {"24/815/08151", "2324081508151"},
		"nw": {"133/8150/8159", "5133081508159"}, "rp": {"22/815/0815/4", "2722081508154"}, "sl": {"010/815/08182", "1010081508182"},
		"sn": {"201/123/12340", "3201012312340"}, "st": {"101/815/08154", "3101081508154"}, "sh": {"29 815 08158", "2129081508158"},
		"th": {"151/815/08156", "4151081508156"},
	} {
		for _, text := range v {
			r, err := Validate("DE", "stnr-"+kind, text)
			if err != nil || !r.Valid || r.Normal != v[1] {
				t.Errorf("%s %s: %+v %v, want %s", kind, text, r, err, v[1])
			}
			if r, err := Validate("DE", "stnr", text); err != nil || !r.Valid || r.Check != LevelFormat {
				t.Errorf("%s of no named Land: %+v %v", text, r, err)
			}
		}
	}
	if r, _ := Validate("DE", "stnr-by", "21/815/08150"); r.Valid {
		t.Error("a number of Berlin passes as one of Bavaria")
	}
	if r, _ := Validate("DE", "stnr", "21/815/08150"); r.Normal != "2181508150" {
		t.Errorf("without its Land a number stays as the Land writes it: %s", r.Normal)
	}
}
