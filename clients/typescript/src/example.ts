// Asks a Tallystick service for a figure, opens a case and finds it in the list:
// node dist/example.js <base URL> <key of a preparer> <idempotency key>
import { tallystick } from "./index.ts";

const [baseUrl, key, idempotencyKey] = process.argv.slice(2) as [string, string, string];
const api = tallystick(baseUrl, key);

const figure = await api.POST("/api/tax-assistant/calculate/income", {
  body: { jurisdiction: "GB", sub_region: "england", tax_year: "2025-26", income: "60000.00" },
});
if (!figure.data) throw new Error(figure.error.code);
console.log("tax", figure.data.total_tax, figure.data.currency);

const opened = await api.POST("/api/cases", {
  params: { header: { "Idempotency-Key": idempotencyKey } },
  body: { title: "Return of 2025-26" },
});
if (!opened.data) throw new Error(opened.error.code);
const position = opened.response.headers.get("X-Log-Position") ?? "";
const listed = await api.GET("/api/cases", { params: { header: { "X-Min-Log-Position": position } } });
if (!listed.data?.cases.some((c) => c.id === opened.data.id)) throw new Error("the case is not listed");
console.log("case listed");

const refused = await api.POST("/api/cases", { body: { title: "" } });
console.log("problem", refused.error?.code);
