// Package memo is what a firm writes to its clients and its own files about tax:
// memoranda, advice, opinions, file notes and letters.
//
// # Vocabulary
//
// A memo has versions: the title and sections as they stand, and the sources that
// they rest on, each pinned by its hash. A source is a recorded answer or a recorded
// question of law. Without sections of its own a version is composed from its
// sources, and from nothing else.
//
// # Rules
//
//   - draft → approved → sending → sent | failed. An edit is a new version and voids
//     the approval; what was sent is final, and followed by a memo that supersedes it.
//   - Each figure of a text stands in a source. A draft may hold others, which it
//     names; approving it is refused (figure_untraced).
//   - Whoever wrote a version does not approve it. An owner beside whom nobody may can
//     do without the second person, for a reason that is recorded and printed.
//   - What is sent is the approved version; its sources are looked up again first.
package memo
