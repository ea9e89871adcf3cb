// Package fx converts amounts between currencies at published reference rates.
//
// # Vocabulary
//
//   - table: the rates of one publisher, all against one base currency: the
//     European Central Bank's reference rates (EUR, each TARGET day), HM
//     Revenue & Customs' monthly rates (GBP, one rate a calendar month), the
//     International Monetary Fund's representative rates (USD, each day on which
//     the issuing bank reports) and its SDRs per currency unit (XDR).
//   - units: how much of a currency one unit of the base is worth.
//   - per unit: the other way round, as the Fund quotes some currencies; such a
//     figure is used as it was published, never through a rounded reciprocal.
//   - snapshot: the one day of rates that is built in; see snapshot.yaml.
//   - cross rate: between two currencies neither of which is the base; it is
//     units of the one ÷ units of the other, and both legs are shown.
//
// # Rules
//
// A rate is published or absent. A day without one (weekend, holiday, the end
// of the table) is an error that names the nearest days that have one, unless
// the caller names the rule to follow: previous or next, which reach at most a
// week. The result always says which day's rate was used, and how old the
// table is on the day of asking. Results are rounded to the minor units of ISO
// 4217, half up unless the caller says otherwise; the rate itself is shown to
// 12 places and never rounded before it is used. The snapshot answers for its
// own day, where no imported table has both currencies or the caller names it.
//
// # Formats
//
// ECB: eurofxref-hist.xml (nested Cube elements with time, currency and rate)
// and eurofxref-hist.csv (heading "Date,USD,…", "N/A" where nothing was
// published). HMRC: exchangeRateMonthList with a Period attribute ("01/Jul/2026
// to 31/Jul/2026") and the CSV of the UK Trade Tariff ("Country/Territories,
// Currency, Currency Code, Currency Units per £1, Start date, End date"). IMF:
// the tab-separated monthly report (rms_mth.aspx with reportType REP or SDRCV
// and tsvflag=Y): a title with the month, a heading "Currency" and days such as
// "March 02, 2026", a row for each currency by its English name, NA where
// nothing was reported, commas between thousands, a second block for the later
// days, and notes; (1) behind a name marks rates in dollars for one unit.
package fx
