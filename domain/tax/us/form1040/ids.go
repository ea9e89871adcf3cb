package form1040

// The lines, form by form. Schedule SE stands twice, the spouse's seLines
// after the taxpayer's.
const (
	F1a ID = iota
	F1z
	F2a
	F2b
	F3a
	F3b
	F4b
	F5b
	F6a
	F6b
	F7
	F8
	F9
	F10
	F11
	FStd
	FItem
	F12
	F12g
	F13a
	F13b
	F14
	F15
	F16
	F17
	F18
	F19
	F20
	F21
	F22
	F23
	F24
	F25
	F26
	F27
	F28
	F29
	F31
	F32
	F33
	F34
	F37

	A1_1 // Schedule 1
	A1_2
	A1_3
	A1_5
	A1_7
	A1_8d
	A1_9
	A1_10
	A1_11
	A1_13
	A1_15
	A1_16
	A1_17
	A1_18
	A1_19
	A1_20
	A1x
	A1_21
	A1_25
	A1_26

	S1A3 // Schedule 1-A
	S1A7
	S1A12
	S1A13
	S1A15
	S1A20
	S1A21
	S1A24
	S1A29
	S1A30
	S1A35
	S1A37
	S1A38

	S2_1 // Schedule 2
	S2_2
	S2_3
	S2_4
	S2_11
	S2_12
	S2_18
	S2_21

	S3_1 // Schedule 3
	S3_2
	S3_3
	S3_4
	S3_6d
	S3_7
	S3_8
	S3_9
	S3_14
	S3_15

	SA4 // Schedule A
	SA5a
	SA5c
	SA5d
	SAcap
	SA5e
	SA8
	SA9
	SA14
	SA15
	SA16
	SA17
	SA68

	D7 // Schedule D
	D15
	D16
	D18
	D19
	D21

	G1 // Qualified Dividends and Capital Gain Tax Worksheet
	G4
	G5
	G9
	G10
	G12
	G17
	G18
	G20
	G21
	G22
	G23
	G24
	G25

	T1 // Schedule D Tax Worksheet
	T9
	T10
	T13
	T14
	T16
	T18
	T19
	T20
	T21
	T22
	T23
	T25
	T29
	T30
	T31
	T33
	T34
	T39
	T40
	T42
	T43
	T44
	T45
	T46
	T47

	SE2 // Schedule SE, taxpayer
	SE4
	SE6
	SE9
	SE10
	SE11
	SE12
	SE13

	seSpouse2 // Schedule SE, spouse
	_
	_
	_
	_
	_
	_
	seSpouse13

	MED4 // Form 8959
	MED7
	MED8
	MED11
	MED13
	MED18

	N5 // Form 8960
	N8
	N12
	N15
	N17

	Q2 // Forms 8995 and 8995-A
	Q3
	Q4
	Q5
	Q6
	Q7
	Q8
	Q9
	Q10
	Q12
	Q14
	Q15

	M1 // Form 6251
	M2
	M4
	M5
	M6
	M7
	M8
	M9
	M10
	M11
	M12
	M13
	M15
	M16
	M17
	M18
	M21
	M22
	M23
	M24
	M29
	M30
	M31
	M33
	M34
	M36
	M37
	M38
	M39
	M40

	C4 // Schedule 8812
	C8
	C11
	C12
	C13
	C14
	C16a
	C16b
	C17
	C18
	C20
	C25
	C27

	E1 // EIC worksheet
	E2
	E3
	E4
	E5
	E6
	E7

	H1 // Form 8863
	H6
	H7
	H8
	H9
	H10
	H18
	H19

	K3 // Form 2441
	K6
	K8
	K9
	K10
	K11

	V6 // Form 8880
	V8
	V9
	V10
	V11
	V12

	B2 // Social Security Benefits Worksheet
	B7
	B9
	B10
	B14
	B15
	B18

	R10 // Schedule R
	R12
	R13
	R15
	R17
	R19
	R20
	R21
	R22

	L1 // Student Loan Interest Deduction Worksheet
	L4
	L7
	L9

	P1 // Form 8962
	P3
	P4
	P5
	P7
	P8a
	P8b
	P24
	P25
	P26
	P27
	P29

	X42 // Form 2555
	X42s
	FX
	FMAGI

	W3 // Foreign Earned Income Tax Worksheet
	W5
	W6

	Y1 // Form 8615
	Y2
	Y5
	Y8
	Y9
	Y10
	Y13
	Y15
	Y16
	Y18

	lineCount
)

// seLines is how far the spouse's Schedule SE lies after the taxpayer's.
const seLines = seSpouse2 - SE2

// OfSpouse is the line of the spouse's Schedule SE for one of the taxpayer's.
func OfSpouse(line ID) ID { return line + seLines }
