// Package projections turns the log into read models.
//
// A Projection says which categories it reads and how an event changes rows;
// it holds no SQL. One Runner leads at a time (a session lock). All projections
// that stand at the same place share one prefix-filtered subscription; each
// batch is one transaction that moves rows and positions together by
// compare-and-set, so neither a crash nor a second leader repeats or loses
// anything, and all positions advance with every batch, rows or not. A new
// version is fed beside the live one until both stand at the same place, and
// then replaces it in one transaction.
package projections
