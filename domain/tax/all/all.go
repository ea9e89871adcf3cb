// Package all lists the jurisdictions that are computed. It is the one place
// that imports them; everything else takes its Registry.
package all

import (
	"slices"
	"sync"

	"github.com/tallystick/tallystick/domain/indirect/rates"
	"github.com/tallystick/tallystick/domain/indirect/ussales"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/at"
	atpayroll "github.com/tallystick/tallystick/domain/tax/at/payroll"
	"github.com/tallystick/tallystick/domain/tax/au"
	aupayroll "github.com/tallystick/tallystick/domain/tax/au/payroll"
	"github.com/tallystick/tallystick/domain/tax/be"
	bepayroll "github.com/tallystick/tallystick/domain/tax/be/payroll"
	"github.com/tallystick/tallystick/domain/tax/bg"
	"github.com/tallystick/tallystick/domain/tax/br"
	brpayroll "github.com/tallystick/tallystick/domain/tax/br/payroll"
	"github.com/tallystick/tallystick/domain/tax/ca"
	capayroll "github.com/tallystick/tallystick/domain/tax/ca/payroll"
	"github.com/tallystick/tallystick/domain/tax/ch"
	chpayroll "github.com/tallystick/tallystick/domain/tax/ch/payroll"
	"github.com/tallystick/tallystick/domain/tax/cn"
	"github.com/tallystick/tallystick/domain/tax/co"
	"github.com/tallystick/tallystick/domain/tax/corporate"
	"github.com/tallystick/tallystick/domain/tax/cz"
	"github.com/tallystick/tallystick/domain/tax/de"
	depayroll "github.com/tallystick/tallystick/domain/tax/de/payroll"
	"github.com/tallystick/tallystick/domain/tax/dk"
	dkpayroll "github.com/tallystick/tallystick/domain/tax/dk/payroll"
	"github.com/tallystick/tallystick/domain/tax/eg"
	"github.com/tallystick/tallystick/domain/tax/es"
	espayroll "github.com/tallystick/tallystick/domain/tax/es/payroll"
	"github.com/tallystick/tallystick/domain/tax/fi"
	fipayroll "github.com/tallystick/tallystick/domain/tax/fi/payroll"
	"github.com/tallystick/tallystick/domain/tax/fr"
	frpayroll "github.com/tallystick/tallystick/domain/tax/fr/payroll"
	"github.com/tallystick/tallystick/domain/tax/gb"
	gbpayroll "github.com/tallystick/tallystick/domain/tax/gb/payroll"
	"github.com/tallystick/tallystick/domain/tax/gr"
	"github.com/tallystick/tallystick/domain/tax/hk"
	hkpayroll "github.com/tallystick/tallystick/domain/tax/hk/payroll"
	"github.com/tallystick/tallystick/domain/tax/hu"
	"github.com/tallystick/tallystick/domain/tax/id"
	"github.com/tallystick/tallystick/domain/tax/ie"
	iepayroll "github.com/tallystick/tallystick/domain/tax/ie/payroll"
	"github.com/tallystick/tallystick/domain/tax/il"
	"github.com/tallystick/tallystick/domain/tax/india"
	inpayroll "github.com/tallystick/tallystick/domain/tax/india/payroll"
	"github.com/tallystick/tallystick/domain/tax/it"
	itpayroll "github.com/tallystick/tallystick/domain/tax/it/payroll"
	"github.com/tallystick/tallystick/domain/tax/jp"
	jppayroll "github.com/tallystick/tallystick/domain/tax/jp/payroll"
	"github.com/tallystick/tallystick/domain/tax/ke"
	"github.com/tallystick/tallystick/domain/tax/kr"
	krpayroll "github.com/tallystick/tallystick/domain/tax/kr/payroll"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/mx"
	mxpayroll "github.com/tallystick/tallystick/domain/tax/mx/payroll"
	"github.com/tallystick/tallystick/domain/tax/my"
	"github.com/tallystick/tallystick/domain/tax/ng"
	"github.com/tallystick/tallystick/domain/tax/nl"
	nlpayroll "github.com/tallystick/tallystick/domain/tax/nl/payroll"
	"github.com/tallystick/tallystick/domain/tax/no"
	nopayroll "github.com/tallystick/tallystick/domain/tax/no/payroll"
	"github.com/tallystick/tallystick/domain/tax/notax"
	"github.com/tallystick/tallystick/domain/tax/nz"
	nzpayroll "github.com/tallystick/tallystick/domain/tax/nz/payroll"
	"github.com/tallystick/tallystick/domain/tax/payroll"
	"github.com/tallystick/tallystick/domain/tax/ph"
	"github.com/tallystick/tallystick/domain/tax/pl"
	plpayroll "github.com/tallystick/tallystick/domain/tax/pl/payroll"
	"github.com/tallystick/tallystick/domain/tax/pt"
	ptpayroll "github.com/tallystick/tallystick/domain/tax/pt/payroll"
	"github.com/tallystick/tallystick/domain/tax/ro"
	"github.com/tallystick/tallystick/domain/tax/se"
	sepayroll "github.com/tallystick/tallystick/domain/tax/se/payroll"
	"github.com/tallystick/tallystick/domain/tax/sg"
	sgpayroll "github.com/tallystick/tallystick/domain/tax/sg/payroll"
	"github.com/tallystick/tallystick/domain/tax/th"
	"github.com/tallystick/tallystick/domain/tax/tr"
	"github.com/tallystick/tallystick/domain/tax/ua"
	"github.com/tallystick/tallystick/domain/tax/us"
	uspayroll "github.com/tallystick/tallystick/domain/tax/us/payroll"
	"github.com/tallystick/tallystick/domain/tax/vn"
	"github.com/tallystick/tallystick/domain/tax/za"
	zapayroll "github.com/tallystick/tallystick/domain/tax/za/payroll"
)

// Jurisdictions returns the declaration of every place.
func Jurisdictions() []*tax.Jurisdiction {
	return corporate.ExtendAll(append([]*tax.Jurisdiction{
		at.Jurisdiction(),
		au.Jurisdiction(),
		be.Jurisdiction(),
		bg.Jurisdiction(),
		br.Jurisdiction(),
		ca.Jurisdiction(),
		ch.Jurisdiction(),
		cn.Jurisdiction(),
		co.Jurisdiction(),
		cz.Jurisdiction(),
		de.Jurisdiction(),
		dk.Jurisdiction(),
		eg.Jurisdiction(),
		es.Jurisdiction(),
		fi.Jurisdiction(),
		fr.Jurisdiction(),
		gb.Jurisdiction(),
		gr.Jurisdiction(),
		hk.Jurisdiction(),
		id.Jurisdiction(),
		hu.Jurisdiction(),
		ie.Jurisdiction(),
		il.Jurisdiction(),
		india.Jurisdiction(),
		it.Jurisdiction(),
		jp.Jurisdiction(),
		ke.Jurisdiction(),
		kr.Jurisdiction(),
		mx.Jurisdiction(),
		my.Jurisdiction(),
		ng.Jurisdiction(),
		nl.Jurisdiction(),
		no.Jurisdiction(),
		nz.Jurisdiction(),
		ph.Jurisdiction(),
		pl.Jurisdiction(),
		pt.Jurisdiction(),
		ro.Jurisdiction(),
		se.Jurisdiction(),
		sg.Jurisdiction(),
		th.Jurisdiction(),
		tr.Jurisdiction(),
		ua.Jurisdiction(),
		us.Jurisdiction(),
		vn.Jurisdiction(),
		za.Jurisdiction(),
	}, notax.Jurisdictions()...))
}

// Registry returns the index of all jurisdictions; it is built once.
var Registry = sync.OnceValue(func() *tax.Registry { return tax.NewRegistry(Jurisdictions()...) })

// Resolvers are those of every calculator that rule packs reach.
func Resolvers() []law.Resolver {
	return slices.Concat(Registry().Resolvers(), Payroll().Places().Resolvers(), rates.Resolvers(),
		[]law.Resolver{ussales.Resolver, uspayroll.Law})
}

// Payroll returns the index of the places whose payroll is computed, beside that
// of the United States, which takes fields of its own; it is built once.
var Payroll = sync.OnceValue(func() *payroll.Registry {
	return payroll.NewRegistry(
		atpayroll.Jurisdiction(),
		aupayroll.Jurisdiction(),
		bepayroll.Jurisdiction(),
		brpayroll.Jurisdiction(),
		capayroll.Jurisdiction(),
		chpayroll.Jurisdiction(),
		depayroll.Jurisdiction(),
		dkpayroll.Jurisdiction(),
		espayroll.Jurisdiction(),
		fipayroll.Jurisdiction(),
		frpayroll.Jurisdiction(),
		gbpayroll.Jurisdiction(),
		hkpayroll.Jurisdiction(),
		iepayroll.Jurisdiction(),
		inpayroll.Jurisdiction(),
		itpayroll.Jurisdiction(),
		jppayroll.Jurisdiction(),
		krpayroll.Jurisdiction(),
		mxpayroll.Jurisdiction(),
		nlpayroll.Jurisdiction(),
		nopayroll.Jurisdiction(),
		nzpayroll.Jurisdiction(),
		plpayroll.Jurisdiction(),
		ptpayroll.Jurisdiction(),
		sepayroll.Jurisdiction(),
		sgpayroll.Jurisdiction(),
		zapayroll.Jurisdiction(),
	)
})
