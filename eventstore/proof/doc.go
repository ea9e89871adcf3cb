// Package proof shows that a log was not changed, to someone who has nothing
// but the log and a public key.
//
// # Vocabulary
//
// A tree is an RFC 9162 Merkle tree (SHA-256, the hashes of RFC 6962). Each
// tenant has one; its leaves are the events of the tenant's registered
// categories in the order of the log. A Leaf is an event as bytes: stream,
// revision, id, type, content type, data, metadata, each with its length before
// it; never the server's time or position, so that it survives a copy to
// another server. The category checkpoint holds the proofs themselves; its events,
// of all tenants, are the leaves of the top tree instead.
//
// A Checkpoint is the head of a tree at one size, published as a C2SP
// tlog-checkpoint: a signed note whose text is the origin, the size, the root
// and one extension line with the time. So each published head of a tenant is a
// leaf of the top tree, which has checkpoints of its own: by it a checkpoint
// that was taken out of the log is missed. Every event is in exactly one tree.
//
// A Tile is 32 neighbouring hashes of one level, which is how trees are kept. A
// Trail is the hashes of what was added to a tree since the checkpoint before;
// it travels beside a checkpoint in the log and says which event was changed,
// where the checkpoint alone says that one was.
//
// A Keyring is the public keys that a verifier trusts, by a name and by
// rotations that a trusted key signed.
//
// Sources: RFC 9162 section 2.1; c2sp.org/signed-note, c2sp.org/tlog-checkpoint,
// c2sp.org/tlog-proof.
//
// This package reads no clock, file or network.
package proof
