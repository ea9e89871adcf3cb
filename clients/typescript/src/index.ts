// A client of the Tallystick API, typed by its OpenAPI document. Amounts and
// rates are decimal strings, as in the API.
import createClient, { type Client } from "openapi-fetch";
import type { components, paths } from "./schema.d.ts";

export type { components, paths };

/** Named schemas of requests and responses, such as Schema<"CaseView">. */
export type Schema<Name extends keyof components["schemas"]> = components["schemas"][Name];

/**
 * Returns a client of the service at baseUrl that calls as the principal whose key
 * it is given. What the service refuses is the `error` of the result, a problem.
 */
export function tallystick(baseUrl: string, key: string): Client<paths> {
  return createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } });
}
