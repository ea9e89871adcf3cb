package payroll

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

// plan is the flow chart of one period, with the contributions of the time.
type plan struct {
	tariff                                      tariff
	first, second, third                        money.Dec // limits of classes V and VI
	surchargeFree, surcharge, surchargeZone     money.Dec
	child, singleParent, expenses, special      money.Dec
	least, high, top                            money.Dec // rates of classes V and VI
	halfHealth, share, most, mostJoint, jobless money.Dec
	classPlaces                                 int  // of the wages that classes V and VI compare
	ceilings                                    bool // from 2026: unemployment insurance within the provision
	cite                                        []law.Citation

	insured insurance
}

// tariff is that of § 32a EStG as the flow chart writes it.
type tariff struct {
	free, second, third, top               money.Dec // where each part begins
	firstA, firstB                         money.Dec
	secondFrom, secondA, secondB, secondC  money.Dec
	thirdRate, thirdLess, topRate, topLess money.Dec
}

// insurance are the rates and ceilings of the contributions.
type insurance struct {
	pension, unemployment          money.Dec // each side's half
	pensionWest, pensionEast       money.Dec // ceilings of a year
	health, additional             money.Dec // whole rates; additional: the average
	healthCeiling                  money.Dec
	care, childless, child, saxony money.Dec // half; surcharge; relief of each child; what is more in Saxony
	marginal, zoneTop, factor      money.Dec // of the transition zone, a month
	cite                           []law.Citation
}

var resolved = payroll.ByDay("de", tax.Calendar, resolve)

func resolve(book *law.Book, day civil.Date) (*plan, error) {
	r := book.On(day)
	of := func(name, key string) money.Dec { return r.Entry(name, key).Dec }
	t := func(key string) money.Dec { return of("payroll_tariff", key) }
	p := &plan{
		tariff: tariff{t("free"), t("second"), t("third"), t("top"), t("first_a"), t("first_b"),
			t("second_from"), t("second_a"), t("second_b"), t("second_c"), t("third_rate"), t("third_less"), t("top_rate"), t("top_less")},
		first: of("payroll_limits", "first"), second: of("payroll_limits", "second"), third: of("payroll_limits", "third"),
		surchargeFree: of("payroll_limits", "surcharge_free"),
		surcharge:     of("payroll_surcharge_rates", "full"), surchargeZone: of("payroll_surcharge_rates", "zone"),
		child: r.Num("payroll_child").Dec, singleParent: r.Num("payroll_single_parent").Dec,
		expenses: of("payroll_lumps", "expenses"), special: of("payroll_lumps", "special"),
		least: of("payroll_class_rates", "least"), high: of("payroll_class_rates", "high"), top: of("payroll_class_rates", "top"),
		halfHealth: of("payroll_provision", "health"), most: of("payroll_provision", "most"),
	}
	places, _ := r.Num("payroll_class_places").Int64()
	p.classPlaces = int(places)
	provision, _ := r.Table("payroll_provision")
	if p.jobless, p.ceilings = provision["unemployment"]; !p.ceilings {
		p.share, p.mostJoint = of("payroll_provision", "share"), of("payroll_provision", "most_joint")
	}
	p.cite = r.Citations()
	if err := r.Err(); err != nil {
		return nil, err
	}
	return p, p.insured.read(book.On(day))
}

func (i *insurance) read(r *law.Reader) error {
	of := func(name, key string) money.Dec { return r.Entry(name, key).Dec }
	*i = insurance{
		pension: r.Num("wages_pension_rate").Dec, unemployment: r.Num("wages_unemployment_rate").Dec,
		pensionWest: of("wages_pension_ceiling", "west"), pensionEast: of("wages_pension_ceiling", "east"),
		health: of("wages_health_rate", "general"), additional: of("wages_health_rate", "additional"),
		healthCeiling: r.Num("wages_health_ceiling").Dec,
		care:          of("wages_care_rate", "half"), childless: of("wages_care_rate", "childless"),
		child: of("wages_care_rate", "child"), saxony: of("wages_care_rate", "saxony"),
		marginal: of("wages_transition_zone", "lower"), zoneTop: of("wages_transition_zone", "upper"),
		factor: of("wages_transition_zone", "factor"),
	}
	i.cite = r.Citations()
	return r.Err()
}
