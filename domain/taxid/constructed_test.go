package taxid

// constructed holds one number of every scheme with a check digit for which no
// published number is at hand. They were made by the generator of these tests,
// so they prove only that the rule has not changed; an independent
// implementation accepts those that are marked.
var constructed = []struct {
	country, kind, number string
	agreed                bool
}{
	{"AU", "tfn", "486227830", true},
	{"AZ", "voen", "3858642861", true},
	{"BG", "eik", "780683433", false},
	{"BY", "unp", "BK1595051", true},
	{"CA", "bn", "007604275", true},
	{"CA", "gst", "123155731RT5810", false},
	{"CA", "sin", "170979553", true},
	{"CZ", "ico", "46678387", true},
	{"CZ", "rc", "8762222250", true},
	{"DK", "cvr", "56447555", false},
	{"DO", "cedula", "79307768998", true},
	{"EC", "ci", "1536473075", true},
	{"FI", "ytunnus", "82560019", false},
	{"GB", "utr", "8038695502", true},
	{"GT", "nit", "1606844550K", true},
	{"ID", "npwp", "435285655110050", true},
	{"IL", "id", "643526361", true},
	{"IS", "kt", "5705857540", true},
	{"JP", "mynumber", "846377398803", true},
	{"KZ", "iin", "070816961524", false},
	{"LV", "pk", "25094822321", true},
	{"MA", "ice", "734307622804121", true},
	{"MC", "vat", "FRPC000376786", true},
	{"MD", "idno", "7313550933908", true},
	{"ME", "pib", "33607451", true},
	{"MK", "edb", "2944106817079", true},
	{"MX", "curp", "GTUS900823MDFVWOZ4", true},
	{"NO", "fnr", "16070337650", true},
	{"NO", "orgnr", "867934146", true},
	{"PY", "ruc", "921016034", true},
	{"RO", "cnp", "4490415422736", true},
	{"RO", "cui", "3873724828", true},
	{"SE", "orgnr", "3072016714", true},
	{"SG", "gst", "92336778X", false},
	{"SK", "rc", "5509080951", true},
	{"SN", "ninea", "8277172", true},
	{"SV", "nit", "10246985427370", true},
	{"TR", "tckn", "85991401692", true},
	{"UA", "rnokpp", "4946285067", true},
	{"UY", "rut", "217234580019", true},
	{"XI", "vat", "XI515169006980", true},
	{"ZA", "id", "9601231501152", true},
	{"ZA", "tin", "9007460307", true},
}
