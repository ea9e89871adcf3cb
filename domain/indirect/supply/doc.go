// Package supply decides where a supply is made for VAT, who owes the tax and
// under which scheme, from facts that the caller states.
//
// # Vocabulary
//
//   - taxable person: a business acting as such; every one else is a consumer here.
//   - place of supply: the country whose VAT applies.
//   - reverse charge: the customer owes the tax instead of the supplier.
//   - intra-Community supply: goods that go to a business in another Member
//     State; exempt where they leave, taxed as an acquisition where they arrive.
//   - distance sale: goods that go to a consumer in another Member State.
//   - OSS, IOSS: the Union's one-stop shops for such sales and for imports up to
//     the limit of article 369l.
//   - deemed supplier: a platform that is taxed as if it had bought and sold.
//
// # Rules
//
// Directive 2006/112/EC: goods art. 31, 32, 33, 39; threshold 59c; services
// 44, 45 and the particular provisions 47 to 58; exemptions 138 and 146;
// liability 194 and 196; deemed supplier 14a. United Kingdom: Value Added Tax
// Act 1994 s. 7A, 8 and 30(6); Northern Ireland follows the Directive for goods
// from 2021. Everywhere: a supply whose facts all lie in one country is taxed
// there. Each rule is a parameter of law with its citation (places EU and GB).
//
// What no rule here covers is refused as supply_rule_not_covered. Among that:
// supplies by small undertakings and other persons who charge no tax, imports
// whose importer is the customer, the choice of article 194, cross-border sales
// to consumers before July 2021, services of article 59 to consumers outside
// the Union, supplies between a mainland and a territory with other rates, and
// trade between two countries outside the EU and the UK.
package supply
