// Prints nothing when the document is valid OpenAPI 3.1 and two linters find
// nothing in it, neither error nor warning; else every fault.
import { readFile } from "node:fs/promises";
import { Validator } from "@seriousme/openapi-schema-validator";
import { createConfig, lint } from "@redocly/openapi-core";
import spectral from "@stoplight/spectral-core";
import parsers from "@stoplight/spectral-parsers";
import rulesets from "@stoplight/spectral-rulesets";

const path = process.argv[2];
const faults = [];

const validator = new Validator();
const valid = await validator.validate(path);
if (!valid.valid || validator.version !== "3.1") {
  faults.push(`OpenAPI ${validator.version}: ${JSON.stringify(valid.errors, null, 1)}`);
}

const config = await createConfig({ extends: ["recommended"] });
for (const p of await lint({ ref: path, config })) {
  faults.push(`Redocly ${p.ruleId}: ${p.message} at ${p.location[0]?.pointer}`);
}

const linter = new spectral.Spectral();
linter.setRuleset({ extends: [[rulesets.oas, "recommended"]] });
const document = new spectral.Document(await readFile(path, "utf8"), parsers.Json, path);
for (const p of await linter.run(document)) {
  faults.push(`Spectral ${p.code}: ${p.message} at ${p.path.join(".")}`);
}

if (faults.length > 0) {
  console.error(faults.join("\n"));
  process.exit(1);
}
