// Package http is the REST API: it decodes a request into a command or a query,
// runs it, and encodes what came of it. No rule of the domain stands here.
//
// # How a request flows
//
//	front     request id, credentials, /api/v1 and the optional slash, routing
//	gate      role, site, throttle, body limits, unknown parameters
//	huma      decodes and validates by the operation's declared types
//	handler   one function per operation, in the file of its group
//	record    the audit record is durable before the first byte leaves
//
// An operation is declared once, in its group's file: method, path, entry of
// the catalogue, permission, types. Routing, validation, the permission gate,
// audit, metrics, the OpenAPI document and the catalogue derive from that
// declaration.
package http
