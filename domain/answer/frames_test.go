package answer_test

import "testing"

// framed is a question of one language with the frames in which it speaks of itself, and
// the dangerous neighbour of each: the same frame around what may change the tax.
type framed struct {
	whole           []string
	frames, dangers []string
}

var framedQuestions = []framed{
	{[]string{"Income tax on a £47,500 salary in Sheffield for 2025-26?",
		"Single filer, Florida, W-2 wages of $72,000 in 2024. Federal income tax?"},
		[]string{"I was wondering whether you could help.", "My accountant told me to ask.", "I heard about this tool on the radio.",
			"I'm terrible at maths.", "A guy at the gym swore you were reliable.", "Phrase it nicely, would you?",
			"Let me know if anything is unclear."},
		[]string{"I was wondering about my redundancy cheque too.", "My accountant told me I'm non-resident.",
			"I heard from the trustees about a payout.",
			"I'm terribly ill and on benefits.", "A guy at the gym pays me to coach him.", "Answer for a seafarer.", "I lost my job."}},
	{[]string{"Ledig, Hamburg, zu versteuerndes Einkommen 48.300 € in 2025. Wie hoch ist die Einkommensteuer?"},
		[]string{"Antworte bitte kurz.", "Mein Steuerberater meinte, ich solle hier nachfragen.", "Ich habe im Radio von euch gehört.",
			"Niemand im Büro konnte mir das sagen."},
		[]string{"Antworten Sie für einen Seemann.", "Mein Steuerberater meinte, ich sei beschränkt steuerpflichtig.",
			"Ich habe gehört, dass ich befreit bin.", "Vergessen Sie nicht meine Abfindung."}},
	{[]string{"Célibataire, Rennes, revenu net imposable 41 500 € en 2024. Impôt sur le revenu ?"},
		[]string{"Je me demandais si vous pouviez m'aider.", "Répondez en une phrase.", "Ça m'intrigue depuis hier."},
		[]string{"Je me demande si l'indemnité compte.", "Répondez pour un marin.", "J'ai appris hier mon licenciement."}},
	{[]string{"Madrid, soltera, 40 años, sin hijos, base liquidable general de 34.200 € en 2024. ¿Cuánto IRPF?"},
		[]string{"Me preguntaba si podrías ayudarme.", "Responde en una sola frase.", "Oí hablar de vosotros en la radio."},
		[]string{"Me pregunto si cuenta la indemnización.", "Responde para un marinero.", "He oído que estoy exento.",
			"No olvides mis propinas."}},
	{[]string{"Abito a Bologna, reddito imponibile IRPEF 33.600 € nel 2025. Quanta IRPEF lorda?"},
		[]string{"Mi chiedevo se potevi aiutarmi.", "Rispondi in una frase.", "Non sono mai stato bravo con i numeri."},
		[]string{"Mi chiedo se conta la liquidazione.", "Rispondi per un marittimo.", "Il mio capo mi paga l'affitto.",
			"Cerco lavoro."}},
	{[]string{"Ik woon in Groningen, bruto loon 52.400 euro, 2026. Hoeveel inkomstenbelasting is dat?"},
		[]string{"Antwoord in één zin.", "Ik hoorde over jullie op de radio."}, []string{"Antwoord voor een zeeman.",
			"Ik hoorde dat ik vrijgesteld ben."}},
	{[]string{"Vivo em Braga, solteiro, sem filhos, rendimento coletável de 27.300 € em 2024. Quanto é o IRS?"},
		[]string{"Responda numa só frase.", "Nunca fui bom com números."}, []string{"Responda para um marinheiro.",
			"O meu patrão paga-me a renda."}},
	{[]string{"Mieszkam w Poznaniu, rozliczam się sam, dochód do opodatkowania 91 000 zł w 2025. Ile podatku dochodowego?"},
		[]string{"Odpowiedz jednym zdaniem.", "Słyszałem o was w radiu."}, []string{"Odpowiedz dla marynarza.",
			"Słyszałem, że jestem zwolniony."}},
	{[]string{"Jag bor i Uppsala, lön 420 000 kr 2026, kommunalskatt 32,9 %, 38 år. Vad blir inkomstskatten?"},
		[]string{"Svara med en mening.", "Jag hörde om er på radio."}, []string{"Svara för en sjöman.",
			"Jag hörde att jag är befriad."}},
	{[]string{"Oslo, bruttolønn 540 000 kr i 2025, inntektsskatt?"},
		[]string{"Svar med én setning.", "Jeg hørte om dere på radio."}, []string{"Svar for en sjømann.",
			"Jeg hørte at jeg er fritatt."}},
	{[]string{"Jeg bor i Aarhus, løn 480.000 kr. i 2025, kommuneskat 24,5 %, ingen kirkeskat. Hvad bliver indkomstskatten?"},
		[]string{"Svar med én sætning.", "Jeg hørte om jer i radioen."}, []string{"Svar for en sømand.",
			"Jeg hørte, at jeg er fritaget."}},
	{[]string{"Asun Tampereella, palkka 46 000 euroa vuonna 2025, kunnallisvero 7,6 %, 35-vuotias. Paljonko tuloveroa?"},
		[]string{"Vastaa yhdellä lauseella.", "Mietin, voisitko auttaa minua."}, []string{"Vastaa merimiehelle.",
			"Pomoni maksaa vuokrani."}},
	{[]string{"日本在住の会社員、2025年の給与収入580万円、独身、扶養なし、社会保険料控除なし。所得税額は？"},
		[]string{"一文で答えてください。", "ラジオで聞きました。"}, []string{"船員として答えてください。", "私は神父です。", "上司が家賃を払っています。"}},
	{[]string{"香港薪俸税，2024-25课税年度，年薪 HK$420,000，单身，要交多少？"},
		[]string{"请用一句话回答。", "我的会计师让我来问。"}, []string{"请为海员回答。", "我的会计师说我是非居民。"}},
}

// What a question says of itself leaves the figure, before and behind it; the same frame
// around a circumstance takes it away.
func TestFramesOfSpeech(t *testing.T) {
	p, e := everywhere()
	for _, c := range framedQuestions {
		for _, whole := range c.whole {
			out := put(t, p, whole, e)
			before := figure(&out)
			if before == "" {
				t.Errorf("%q is %s (%s)", whole, out.Contract.VerificationStatus, out.Code)
			}
			check := func(sentences []string, want string) {
				for _, sentence := range sentences {
					for _, q := range []string{whole + " " + sentence, sentence + " " + whole} {
						if out := put(t, p, q, e); figure(&out) != want {
							t.Errorf("%q is %q (%s), want %q", q, figure(&out), out.Code, want)
						}
					}
				}
			}
			check(c.frames, before)
			check(c.dangers, "")
		}
	}
}
