// Package wire writes and reads JSON of the paths that a checkout waits for,
// as encoding/json does and a schema demands, without their detours.
//
// # Rules
//
// Append writes byte for byte what json.Marshal writes. What it has no plan
// for (maps, types with encoders of their own, interfaces) it leaves to
// json.Marshal, value by value.
//
// A Reader takes only what is beyond doubt: an object whose every member is
// known, once there, of its type, and within the bounds that its field's tags
// name. Whatever else it meets, an error or merely an unusual spelling such as
// null or an escape, it declines, and the caller's full validation decides. So
// it can be wrong in one way only, by taking what that validation refuses; the
// tests hold the two against each other.
package wire
