package cn

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Jurisdiction declares mainland China.
func Jurisdiction() *tax.Jurisdiction {
	return &tax.Jurisdiction{
		Code: "CN", Name: "China", Authority: "State Taxation Administration",
		Currency: "CNY", TimeZone: "Asia/Shanghai", Languages: []string{"zh"},
		Version: "1.0.0",
		Words: tax.Words{
			Names:    []string{"china", "prc", "p.r.c.", "mainland china", "people's republic of china", "中国", "中國", "中国大陆", "中国内地"},
			Demonyms: []string{"chinese", "chinese resident", "chinese taxpayer"},
			Cities: []string{"beijing", "shanghai", "shenzhen", "guangzhou", "chengdu", "hangzhou", "nanjing", "wuhan", "chongqing", "tianjin",
				"suzhou", "xi'an", "北京", "上海", "深圳", "广州", "成都", "杭州", "南京", "武汉", "重庆", "天津", "苏州", "西安"},
			Currency: []string{"¥", "rmb", "cny", "yuan", "renminbi", "人民币", "元"},
		},
		YearForm: tax.YearForm{Pattern: "2025", Prefixes: []string{"tax year", "calendar year", "纳税年度"}},
		IncomeMeans: "Income is the gross wages of one year of a resident individual; of a business the profit, of labour services the " +
			"remuneration before the fifth for costs.",
		TotalMeans: "Total tax is the individual income tax on comprehensive income, a bonus taxed apart, business income and dividends; " +
			"social insurance and the housing fund are not in it.",
		Kinds:    []tax.Kind{tax.Employment, tax.SelfEmployment, tax.Dividends},
		Bases:    []tax.Basis{tax.Gross, tax.Taxable},
		Facts:    facts,
		Check:    check,
		Coverage: coverage(),
		BandsOf:  "income_tax",
		Compute:  compute,
		Law:      []law.Resolver{resolved},
	}
}

func coverage() []tax.CoverageRow { return tax.CoverageOf("cn", tax.IndividualIncome) }

// cent is the presentation of amounts, in fen.
var cent = block.Minor(2, money.HalfUp)
