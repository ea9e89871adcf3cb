// Package corpus is the texts of the law that the service holds beside its own
// dated parameters: who publishes them, how they came in, which of them are
// searched and cited, and since when.
//
// # Vocabulary
//
// A Source is a publisher's text: an act, a code, a page of guidance. An import
// takes it whole. A document is a work of a source; a Passage is its smallest
// numbered unit, with the days during which it reads so. A release is all texts
// together as they stand after an import; its Manifest names them by hash. The live
// release is the one that answers pin and that research finds passages in; the
// built-in release is the embedded law alone, in words of our own.
//
// # Rules
//
// A release goes validating → blocked | valid → promoted → superseded | rolled_back.
// What is wrong with it is named, all at once; what is blocked is never promoted.
// Who imported it does not promote it. Days are the source's own, else they begin
// on the day as of which the text was taken: nothing is claimed of earlier law, and a
// passage that reads otherwise now goes on being held for the days before. The same
// bytes, read by the same reader, give the same manifest.
//
// Text is data. An instruction in it is told as a warning and obeyed by nobody, and
// no text sets a figure: where a provision that the law cites is held and lacks the
// figure that the law has from it, that is a conflict, which a person decides.
package corpus
