// Package openapilint holds the committed OpenAPI document against others'
// readings of it, from the npm registry: a validator of the OpenAPI 3.1 schema,
// and the recommended rules of two linters, Redocly and Spectral.
package openapilint
