// Package fetchguard dials the addresses that tenants name: webhooks, pages,
// connectors, SFTP servers. What the operator configures does not come here.
//
// # Rules
//
// An address is https (pages also http), names a host without credentials, and a
// port of its scheme or one that the operator lists. Where a host leads is checked
// when it is dialled, on the very address that is dialled, and again at each
// redirect: private, local, metadata, NAT64, 6to4 and other special networks are
// refused, whatever name leads to them, unless the operator lists the network.
// There is no proxy. A whole fetch has a deadline and a body a limit, counted
// after decompression.
package fetchguard
