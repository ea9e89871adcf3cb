package supply

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/indirect/rates"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Kind of supply.
type Kind string

const (
	Goods              Kind = "goods"
	Energy             Kind = "energy"               // gas, electricity, heat through networks
	Services           Kind = "services"             // no particular provision applies
	Digital            Kind = "digital"              // electronic, telecommunications, broadcasting
	Land               Kind = "land"                 // connected with immovable property
	EventAdmission     Kind = "event_admission"      // admission to events
	EventServices      Kind = "event_services"       // cultural, sporting, educational and like activities
	PassengerTransport Kind = "passenger_transport"  //
	GoodsTransport     Kind = "goods_transport"      //
	Restaurant         Kind = "restaurant"           // restaurant and catering
	HireShort          Kind = "hire_transport_short" // means of transport up to 30 days (vessels 90)
	HireLong           Kind = "hire_transport_long"  //
)

// Kinds lists every kind that is modelled.
var Kinds = []Kind{Goods, Energy, Services, Digital, Land, EventAdmission, EventServices,
	PassengerTransport, GoodsTransport, Restaurant, HireShort, HireLong}

// Status of a party.
type Status string

const (
	Business Status = "business" // a taxable person acting as such
	Consumer Status = "consumer" // anyone else
)

// Evidence says how a party's tax number was checked.
type Evidence string

const (
	Registry    Evidence = "registry"    // confirmed by VIES, HMRC or another register
	Certificate Evidence = "certificate" // a certificate of the authority is on file
	Declared    Evidence = "declared"    // the party said so
)

// Party is the supplier or the customer.
type Party struct {
	Status         Status
	At             rates.Location // where it is established, or usually resides
	Establishments []string       // further countries with a fixed establishment
	Registrations  []string       // further countries where it is registered for VAT
	TaxID          string
	TaxIDCountry   string // prefix of the number: "DE", "XI"
	Evidence       Evidence
}

// Facts are what a decision rests on.
type Facts struct {
	Kind     Kind
	Date     civil.Date // the date of supply
	Supplier Party
	Customer Party
	ShipFrom *rates.Location // goods: where dispatch begins, or where they are
	ShipTo   *rates.Location // goods: where dispatch ends
	// Performed is where the land lies, the event takes place, the meal is
	// served, the vehicle is handed over or the journey takes place.
	Performed *rates.Location
	Virtual   bool // the event is attended online
	Platform  *Platform
	Import    *Import
	// CrossBorderSales is the supplier's turnover of distance sales and digital
	// services to consumers in other Member States, this and last year the
	// higher, without this supply, in euro; nil when not stated.
	CrossBorderSales *money.Dec
	AboveThreshold   bool // the supplier has opted for taxation where the customer is
	OSS              bool // the supplier uses the Union or non-Union scheme
}

// Platform is an electronic interface that facilitates the sale.
type Platform struct {
	At   rates.Location
	IOSS bool
}

// Import says how goods from outside the Union enter it.
type Import struct {
	IntrinsicValueEUR money.Dec
	IOSS              bool // declared through the import scheme
}

// Treatment is what happens on the supplier's document.
type Treatment string

const (
	Taxed          Treatment = "taxed"           // the supplier charges the tax of Place
	ReverseCharge  Treatment = "reverse_charge"  // the customer owes the tax of Place
	IntraCommunity Treatment = "intra_community" // exempt; the customer is taxed on the acquisition
	Export         Treatment = "export"          // exempt or zero-rated
	OutsideScope   Treatment = "outside_scope"   // not supplied in the EU or the UK
	ByPlatform     Treatment = "deemed_supplier" // the platform charges the tax of Place
)

// Decision is the answer.
type Decision struct {
	Rule        string         // "distance_sale"
	Treatment   Treatment      //
	Place       rates.Location // whose tax applies, or would
	Liable      string         // supplier | customer | platform
	Scheme      string         // domestic | union_oss | non_union_oss | ioss | local_registration | ""
	Reason      string
	Tier        tax.Tier // of the rule; a supply within one country rests on no rule of trade
	Citations   []law.Citation
	Assumptions []string
}
