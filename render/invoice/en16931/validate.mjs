// validate.mjs RULES FOLDER: prints every rule that a document of FOLDER breaks, and
// nothing when there is none. RULES is a folder with the XSLT files; what they are
// compiled to (a minute each) is kept there. Each document is held against the standard,
// and against the rules of the profile that it names. What the rules only warn of passes.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const SaxonJS = createRequire(import.meta.url)("saxon-js");
const [rules, folder] = process.argv.slice(2);
const here = import.meta.dirname;
const sets = [
  { stem: "EN16931-UBL-validation", kind: "ubl", of: "urn:cen.eu:en16931:2017" },
  { stem: "EN16931-CII-validation", kind: "cii", of: "urn:cen.eu:en16931:2017" },
  { stem: "PEPPOL-EN16931-UBL", kind: "ubl", of: "urn:fdc:peppol.eu:2017:poacc:billing:3.0" },
  { stem: "XRechnung-UBL-validation", kind: "ubl", of: "kosit:xrechnung_3.0" },
  { stem: "XRechnung-CII-validation", kind: "cii", of: "kosit:xrechnung_3.0" },
];

for (const { stem, kind, of } of sets) {
  const compiled = path.join(rules, `${stem}.sef.json`);
  if (!existsSync(compiled)) {
    execFileSync(path.join(here, "node_modules/.bin/xslt3"), [`-xsl:${path.join(rules, stem)}.xslt`, `-export:${compiled}`, "-nogo"], {
      stdio: "inherit",
    });
  }
  const stylesheetInternal = JSON.parse(readFileSync(compiled, "utf8"));
  let documents = 0;
  for (const name of readdirSync(folder).filter((n) => n.endsWith(`.${kind}.xml`))) {
    const sourceText = readFileSync(path.join(folder, name), "utf8");
    if (!sourceText.includes(of)) {
      continue;
    }
    const report = SaxonJS.transform({ stylesheetInternal, sourceText, destination: "serialized" }, "sync").principalResult;
    if (!report.includes("svrl:fired-rule")) {
      console.log(`${name}: no rule looked at it`);
    }
    documents++;
    for (const [broken, attributes] of report.matchAll(/<svrl:failed-assert([^>]*)>[^]*?<\/svrl:failed-assert>/g)) {
      if (!/flag="(warning|information)"/.test(attributes)) {
        console.log(`${name}: ${broken.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ").trim()}`);
      }
    }
  }
  if (documents === 0) {
    console.log(`${stem}: no documents`);
  }
}
