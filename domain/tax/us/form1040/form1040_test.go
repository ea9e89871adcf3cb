package form1040

import (
	"testing"

	"github.com/tallystick/tallystick/domain/money"
)

func params(t testing.TB, year int) *Params {
	t.Helper()
	p, err := ForYear(year)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestEveryYearResolves(t *testing.T) {
	for year := 2022; year <= 2026; year++ {
		params(t, year)
	}
	if _, err := ForYear(2021); err == nil {
		t.Error("2021 resolves, though no law is known there")
	}
}

// Rows of the 2025 Tax Table, columns single, joint, separate, head:
// https://www.irs.gov/instructions/i1040gi (Instructions for Form 1040, 2025).
func TestTaxTable2025(t *testing.T) {
	p := params(t, 2025)
	for _, row := range []struct {
		from int64
		want [4]int64
	}{
		{56300, [4]int64{7306, 6282, 7306, 6419}}, {57000, [4]int64{7460, 6366, 7460, 6503}},
		{59950, [4]int64{8109, 6720, 8109, 6857}}, {64800, [4]int64{9176, 7302, 9176, 7439}},
		{64850, [4]int64{9187, 7308, 9187, 7448}}, {64900, [4]int64{9198, 7314, 9198, 7459}},
		{70000, [4]int64{10320, 7926, 10320, 8581}}, {76650, [4]int64{11783, 8724, 11783, 10044}},
		{98250, [4]int64{16535, 11449, 16535, 14796}}, {99950, [4]int64{16909, 11823, 16909, 15170}},
	} {
		for status, want := range row.want {
			for _, income := range []int64{row.from, row.from + 49} {
				if got := p.TableTax(Status(status), money.FromInt(income)); !got.Equal(money.FromInt(want)) {
					t.Errorf("%s %d: table tax %s, printed %d", Status(status), income, got, want)
				}
			}
		}
	}
}

// The 2025 Tax Computation Worksheet (same instructions): tax = income × rate −
// subtraction amount.
func TestTaxComputationWorksheet2025(t *testing.T) {
	p := params(t, 2025)
	for _, c := range []struct {
		status         Status
		income         int64
		rate, subtract string
	}{
		{Single, 103350, "0.22", "5086.00"}, {Single, 197300, "0.24", "7153.00"}, {Single, 250525, "0.32", "22937.00"},
		{Single, 626350, "0.35", "30452.75"}, {Single, 900000, "0.37", "42979.75"},
		{Joint, 206700, "0.22", "10172.00"}, {Joint, 394600, "0.24", "14306.00"}, {Joint, 501050, "0.32", "45874.00"},
		{Joint, 751600, "0.35", "60905.50"}, {Joint, 2000000, "0.37", "75937.50"},
		{Separate, 300000, "0.35", "30452.75"}, {Separate, 375800, "0.35", "30452.75"}, {Separate, 500000, "0.37", "37968.75"},
		{Head, 103350, "0.22", "6825.00"}, {Head, 197300, "0.24", "8892.00"}, {Head, 250500, "0.32", "24676.00"},
		{Head, 626350, "0.35", "32191.00"}, {Head, 700000, "0.37", "44718.00"},
	} {
		x := money.FromInt(c.income)
		want := x.Mul(money.MustParse(c.rate)).Sub(money.MustParse(c.subtract))
		if got := p.Schedule(c.status).Tax(x); !got.Equal(want) {
			t.Errorf("%s %d: %s, the worksheet says %s", c.status, c.income, got, want)
		}
	}
}

// Entries of the 2024 Tax Table, as returns that the IRS completed with Direct
// File took them from line 15 to line 16 of Form 1040.
// https://github.com/IRS-Public/direct-file/tree/e0d5c84451cc52b72d20d04652e306bf4af1a43c/direct-file/backend/src/test/resources/pdf-expected/en
func TestTaxTable2024(t *testing.T) {
	p := params(t, 2024)
	for _, row := range []struct {
		status        Status
		income, table int64
	}{
		{Head, 3100, 313}, {Head, 8184, 818}, {Head, 13600, 1363}, {Head, 19318, 1988}, {Head, 21686, 2270}, {Head, 23101, 2444},
		{Head, 24100, 2564}, {Head, 28100, 3044},
		{Joint, 444, 44}, {Joint, 8493, 848}, {Joint, 10269, 1028}, {Joint, 15300, 1533}, {Joint, 19251, 1928}, {Joint, 27100, 2791},
		{Joint, 53805, 5995}, {Joint, 72299, 8209},
		{Separate, 10556, 1058}, {Separate, 22618, 2483}, {Separate, 30500, 3431}, {Separate, 54630, 7071},
		{Single, 101, 11}, {Single, 1400, 141}, {Single, 9869, 988}, {Single, 19733, 2135}, {Single, 25074, 2777}, {Single, 28833, 3227},
		{Single, 32900, 3719}, {Single, 35400, 4019},
		{SurvivingSpouse, 4223, 423}, {SurvivingSpouse, 4750, 478}, {SurvivingSpouse, 6392, 638}, {SurvivingSpouse, 7206, 723},
		{SurvivingSpouse, 9118, 913}, {SurvivingSpouse, 43050, 4705},
	} {
		if got := p.TableTax(row.status, money.FromInt(row.income)); !got.Equal(money.FromInt(row.table)) {
			t.Errorf("%s %d: %s, on the return %d", row.status, row.income, got, row.table)
		}
	}
}

// The tax at each edge of the 2022, 2023 and 2026 rate tables, as the revenue
// procedures print it: Rev. Procs. 2021-45 and 2022-38 sec. 3.01, 2025-32
// sec. 4.01.
func TestRateTablesOfTheRevenueProcedures(t *testing.T) {
	for _, c := range []struct {
		year   int
		status Status
		at     int64
		want   string
	}{
		{2022, Joint, 83550, "9615"}, {2022, Joint, 647850, "174253.50"}, {2022, Head, 539900, "161218.50"},
		{2022, Single, 539900, "162718"}, {2022, Separate, 323925, "87126.75"},
		{2023, Joint, 693750, "186601.50"}, {2023, Head, 578100, "172623.50"}, {2023, Single, 578125, "174238.25"},
		{2023, Separate, 346875, "93300.75"},
		{2026, Joint, 768700, "206583.50"}, {2026, Head, 640600, "191171"}, {2026, Single, 640600, "192979.25"},
		{2026, Separate, 384350, "103291.75"},
		{2026, Single, 105700, "17966"}, {2026, Head, 105700, "16155"},
	} {
		if got := params(t, c.year).Schedule(c.status).Tax(money.FromInt(c.at)); !got.Equal(money.MustParse(c.want)) {
			t.Errorf("%d %s %d: %s, printed %s", c.year, c.status, c.at, got, c.want)
		}
	}
}

// Rows of the 2025 EIC Table (Instructions for Form 1040, 2025): other statuses
// with none to three children, then joint returns.
func TestEICTable2025(t *testing.T) {
	p := params(t, 2025)
	for _, row := range []struct {
		from int64
		want [8]int64
	}{
		{11000, [8]int64{618, 3749, 4410, 4961, 649, 3749, 4410, 4961}},
		{12650, [8]int64{492, 4310, 5070, 5704, 649, 4310, 5070, 5704}},
		{12700, [8]int64{488, 4328, 5090, 5726, 649, 4328, 5090, 5726}},
		{17700, [8]int64{105, 4328, 7090, 7976, 649, 4328, 7090, 7976}},
		{17750, [8]int64{102, 4328, 7110, 7999, 646, 4328, 7110, 7999}},
		{17850, [8]int64{94, 4328, 7152, 8046, 638, 4328, 7152, 8046}},
		{19050, [8]int64{2, 4328, 7152, 8046, 546, 4328, 7152, 8046}},
		{19100, [8]int64{0, 4328, 7152, 8046, 542, 4328, 7152, 8046}},
		{23350, [8]int64{0, 4324, 7147, 8041, 217, 4328, 7152, 8046}},
		{42000, [8]int64{0, 1344, 3219, 4113, 0, 2482, 4719, 5613}},
		{45850, [8]int64{0, 729, 2408, 3302, 0, 1866, 3908, 4802}},
		{50350, [8]int64{0, 9, 1461, 2355, 0, 1147, 2960, 3854}},
		{50400, [8]int64{0, 3, 1450, 2344, 0, 1139, 2949, 3843}},
		{50450, [8]int64{0, 0, 1439, 2333, 0, 1131, 2939, 3833}},
		{57250, [8]int64{0, 0, 7, 901, 0, 45, 1507, 2401}},
		{57500, [8]int64{0, 0, 0, 849, 0, 5, 1454, 2348}},
	} {
		for i, want := range row.want {
			if got := p.EICEntry(i >= 4, i%4, money.FromInt(row.from)); !got.Equal(money.FromInt(want)) {
				t.Errorf("%d, column %d: %s, printed %d", row.from, i+1, got, want)
			}
		}
	}
}

// The completed phase-out amounts of the earned income credit: Rev. Procs.
// 2021-45 and 2022-38 sec. 3.06(1), 2025-32 sec. 4.06(1). At them there is no
// credit; a dollar below one is left, or less than half a dollar.
func TestEICEndsWhereTheRevenueProceduresSay(t *testing.T) {
	for year, ends := range map[int][8]int64{
		2022: {16480, 43492, 49399, 53057, 22610, 49622, 55529, 59187},
		2023: {17640, 46560, 52918, 56838, 24210, 53120, 59478, 63398},
		2026: {19540, 51593, 58629, 62974, 26820, 58863, 65899, 70244},
	} {
		p := params(t, year)
		for i, end := range ends {
			if got := p.EICEntry(i >= 4, i%4, money.FromInt(end)); !got.IsZero() {
				t.Errorf("%d column %d: %s at %d, where the credit ends", year, i+1, got, end)
			}
			if got := p.EICEntry(i >= 4, i%4, money.FromInt(end-100)); got.IsZero() {
				t.Errorf("%d column %d: no credit at %d", year, i+1, end-100)
			}
		}
	}
}
