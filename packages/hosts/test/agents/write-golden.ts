import { mkdirSync, writeFileSync } from "node:fs";
import { format } from "prettier";
import { goldenOf, typedGolden } from "./golden.js";
import { hostOf, WIRED } from "./samples.js";

const folder = new URL("./golden/", import.meta.url);
mkdirSync(folder, { recursive: true });
for (const host of WIRED) {
  const text = await format(goldenOf(host), { parser: "json", printWidth: 110 });
  writeFileSync(new URL(`${host.name}.json`, folder), text);
}

const typed = await format(typedGolden(hostOf("claude-code")), { parser: "typescript", printWidth: 110 });
writeFileSync(new URL("./claude-code-answers.ts", import.meta.url), typed);
