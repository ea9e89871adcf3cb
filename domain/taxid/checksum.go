package taxid

// Checksum primitives. Each works on a body that holds digits, or letters
// and digits where said.

// value reads 0-9 as 0 to 9 and A-Z as 10 to 35.
func value(c byte) int {
	if isDigit(c) {
		return int(c - '0')
	}
	return int(c-'A') + 10
}

// number reads digits as one decimal number; at most 18 of them.
func number(b []byte) int64 {
	var n int64
	for _, c := range b {
		n = n*10 + int64(c-'0')
	}
	return n
}

// weighted is the sum of value times weight. The last weight stands under the
// last character, so a short number takes the right-hand weights.
func weighted(b []byte, w []int) int {
	off := len(w) - len(b)
	sum := 0
	for i, c := range b {
		sum += value(c) * w[off+i]
	}
	return sum
}

// mod is the remainder that is never negative.
func mod(n, m int) int { return ((n % m) + m) % m }

// tail checks the last character: it has to be table[weighted sum of the rest
// mod m]. '!' in the table is a remainder for which no number is issued.
func tail(m int, table string, w ...int) check {
	return func(b []byte) verdict {
		n := len(b) - 1
		want := table[mod(weighted(b[:n], w), m)]
		if want == '!' {
			return bad(FaultCheckDigit, "no number with these digits is issued: their check digit would be 10")
		}
		return holds(b[n] == want)
	}
}

// zero checks that the weighted sum of the whole number, check digit
// included, is a multiple of m.
func zero(m int, w ...int) check {
	return func(b []byte) verdict { return holds(mod(weighted(b, w), m) == 0) }
}

// Tables for tail with modulus 11 and 10.
const (
	direct11     = "0123456789!" // the remainder itself; 10 is not issued
	direct11or0  = "01234567890" // the remainder itself; 10 becomes 0
	minus11      = "0!987654321" // 11 less the remainder; 10 is not issued
	minus11or0   = "00987654321" // 11 less the remainder; 10 and 11 become 0
	minus10      = "0987654321"  // 10 less the remainder; 10 becomes 0
	straight10   = "0123456789"
	noZero11     = "!0987654321" // 11 less the remainder; 10 becomes 0, 11 is not issued
	nineForTen11 = "09987654321" // 11 less the remainder; 10 becomes 9, 11 becomes 0
)

// luhnSum doubles every second digit from the right, starting beside the
// last, and adds the digits of the products (ISO/IEC 7812-1).
func luhnSum(b []byte) int {
	sum := 0
	for i := range b {
		d := int(b[len(b)-1-i] - '0')
		if i%2 == 1 {
			d *= 2
			if d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return sum
}

func luhn(b []byte) verdict { return holds(luhnSum(b)%10 == 0) }

// luhn36 is Luhn over the 36 letters and digits.
func luhn36(b []byte) verdict {
	sum := 0
	for i := range b {
		v := value(b[len(b)-1-i])
		if i%2 == 1 {
			v *= 2
			v = v/36 + v%36
		}
		sum += v
	}
	return holds(sum%36 == 0)
}

// iso11_10 is ISO/IEC 7064 MOD 11,10 over digits.
func iso11_10(b []byte) verdict {
	p := 10
	for _, c := range b[:len(b)-1] {
		s := (int(c-'0') + p) % 10
		if s == 0 {
			s = 10
		}
		p = s * 2 % 11
	}
	return holds((p+int(b[len(b)-1]-'0'))%10 == 1)
}

// iso11_2 is ISO/IEC 7064 MOD 11-2; the last character may be X for 10.
func iso11_2(b []byte) verdict {
	p := 0
	for _, c := range b[:len(b)-1] {
		p = (p + int(c-'0')) * 2 % 11
	}
	last := 10
	if c := b[len(b)-1]; c != 'X' {
		last = int(c - '0')
	}
	return holds((p+last)%11 == 1)
}

// iso97 is ISO/IEC 7064 MOD 97-10 over letters and digits: letters are read
// as two digits, and the whole is 1 modulo 97.
func iso97(b []byte) int {
	n := 0
	for _, c := range b {
		v := value(c)
		if v > 9 {
			n = (n*100 + v) % 97
			continue
		}
		n = (n*10 + v) % 97
	}
	return n
}

// twoPass is the check digit of the Baltic and several neighbouring numbers:
// weights w modulo 11; on remainder 10 a second row; if that gives 10 too,
// the digit is 0.
func twoPass(w1, w2 []int) check {
	return func(b []byte) verdict {
		n := len(b) - 1
		r := weighted(b[:n], w1) % 11
		if r == 10 {
			r = weighted(b[:n], w2) % 11 % 10
		}
		return holds(int(b[n]-'0') == r)
	}
}

var (
	verhoeffD = [10][10]byte{
		{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, {1, 2, 3, 4, 0, 6, 7, 8, 9, 5},
		{2, 3, 4, 0, 1, 7, 8, 9, 5, 6}, {3, 4, 0, 1, 2, 8, 9, 5, 6, 7},
		{4, 0, 1, 2, 3, 9, 5, 6, 7, 8}, {5, 9, 8, 7, 6, 0, 4, 3, 2, 1},
		{6, 5, 9, 8, 7, 1, 0, 4, 3, 2}, {7, 6, 5, 9, 8, 2, 1, 0, 4, 3},
		{8, 7, 6, 5, 9, 3, 2, 1, 0, 4}, {9, 8, 7, 6, 5, 4, 3, 2, 1, 0},
	}
	verhoeffP = [8][10]byte{
		{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, {1, 5, 7, 6, 2, 8, 3, 0, 9, 4},
		{5, 8, 0, 3, 7, 9, 6, 1, 4, 2}, {8, 9, 1, 6, 0, 4, 3, 5, 2, 7},
		{9, 4, 5, 3, 1, 2, 6, 8, 7, 0}, {4, 2, 8, 6, 5, 7, 3, 9, 0, 1},
		{2, 7, 9, 3, 8, 0, 6, 4, 1, 5}, {7, 0, 4, 6, 9, 1, 3, 2, 5, 8},
	}
)

// verhoeff is the check over the dihedral group of ten elements.
func verhoeff(b []byte) verdict {
	c := byte(0)
	for i := range b {
		c = verhoeffD[c][verhoeffP[i%8][b[len(b)-1-i]-'0']]
	}
	return holds(c == 0)
}
