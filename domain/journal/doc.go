// Package journal is the journal entry: debits and credits of one business
// event, from its proposal to the day it is posted for good.
//
// # Vocabulary
//
// An entry is proposed, then approved, then posted; a proposed or approved one
// can be returned with a reason, which asks for another proposal, or rejected.
// A posted entry never changes: a reversal with the sides swapped, and a new
// entry, correct it. A journal is one of the books' series: sales, purchases,
// bank, cash, general, opening. The origin says what an entry rests on; one
// without an outside voucher (manual, opening, accrual, depreciation, closing,
// revaluation, reversal) has its memo and its computation for one; an accrual or a
// depreciation is nothing without the computation (ADR 160).
//
// A line has an account, a side and an amount above zero in the entry's
// currency, and the same in the books' base currency. An exchange difference
// has an amount in base currency alone. The rule of a line names what put it
// there. Settles names the line of an earlier entry that it pays, as
// "<entry id>/<line from 1>".
//
// The number of an entry is its rank, in the order of the log, within site,
// fiscal year and journal. It is no part of the events: it follows from them.
//
// # Rules
//
// Debits equal credits in both currencies. Amounts in base currency are shared
// out by largest remainder, so that no line is there only to make ends meet.
// Who prepared an entry does not approve it; an approver who edits lines or
// memo leaves the posting to somebody else. An owner's standing waiver stands
// for the second person while nobody else may act; each use is in the event.
//
// # Personal data
//
// Memo, computation and reasons are sealed under the subject of the site's
// books. Lines name accounts, codes and ids.
package journal
