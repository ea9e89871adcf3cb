// validate.mjs RULES FOLDER: prints every rule that a document of FOLDER breaks, and
// nothing when there is none. RULES is a folder with the two XSLT files; what they are
// compiled to (a minute each) is kept there.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const SaxonJS = createRequire(import.meta.url)("saxon-js");
const [rules, folder] = process.argv.slice(2);
const here = import.meta.dirname;
let documents = 0;

for (const kind of ["ubl", "cii"]) {
  const compiled = path.join(rules, `${kind}.sef.json`);
  if (!existsSync(compiled)) {
    const xslt = path.join(rules, `EN16931-${kind.toUpperCase()}-validation.xslt`);
    execFileSync(path.join(here, "node_modules/.bin/xslt3"), [`-xsl:${xslt}`, `-export:${compiled}`, "-nogo"], { stdio: "inherit" });
  }
  const stylesheetInternal = JSON.parse(readFileSync(compiled, "utf8"));
  for (const name of readdirSync(folder).filter((n) => n.endsWith(`.${kind}.xml`))) {
    const sourceText = readFileSync(path.join(folder, name), "utf8");
    const report = SaxonJS.transform({ stylesheetInternal, sourceText, destination: "serialized" }, "sync").principalResult;
    if (!report.includes("svrl:fired-rule")) {
      console.log(`${name}: no rule looked at it`);
    }
    documents++;
    for (const [broken] of report.matchAll(/<svrl:failed-assert[^]*?<\/svrl:failed-assert>/g)) {
      console.log(`${name}: ${broken.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ").trim()}`);
    }
  }
}
if (documents === 0) {
  console.log("no documents");
}
