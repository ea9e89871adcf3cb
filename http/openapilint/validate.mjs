// Prints nothing when the document is valid OpenAPI 3.1, else every fault.
import { Validator } from "@seriousme/openapi-schema-validator";

const validator = new Validator();
const result = await validator.validate(process.argv[2]);
if (!result.valid || validator.version !== "3.1") {
  console.error(validator.version, JSON.stringify(result.errors, null, 1));
  process.exit(1);
}
