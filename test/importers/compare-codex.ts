import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { codexRules } from "../../packages/hosts/src/codex/import/codex-rules.js";
import { codexCase, codexFile } from "./codex-cases.js";
import { decisionHere } from "./guessed-words.js";
import { importedSet } from "./imported-set.js";
import { CODEX } from "./installed.js";

/** How many decisions were compared, by effect, and what differed. */
export interface Comparison {
  readonly compared: Readonly<Record<string, number>>;
  readonly differences: readonly string[];
}

const EFFECTS: Readonly<Record<string, string>> = { allow: "allow", prompt: "ask", forbidden: "deny" };

/** Asks `codex execpolicy check` and the imported policies about the same commands. */
export function compareCodex(count: number, seed: number): Comparison {
  const folder = mkdtempSync(path.join(tmpdir(), "gatehouse-importers-"));
  const file = path.join(folder, "default.rules");
  const compared: Record<string, number> = {};
  const differences: string[] = [];
  try {
    for (const { rules, argv } of fc.sample(codexCase, { numRuns: count, seed })) {
      const text = codexFile(rules);
      writeFileSync(file, text);
      const out = execFileSync(CODEX, ["execpolicy", "check", "--rules", file, "--", ...argv], {
        encoding: "utf8",
      });
      const { decision } = JSON.parse(out) as { readonly decision?: string };
      const expected = EFFECTS[decision ?? ""] ?? "abstain";
      const actual = importedSet(codexRules.read({ path: file, text })).effectOfShell(argv.join(" "));
      compared[expected] = (compared[expected] ?? 0) + 1;
      if (actual !== decisionHere(argv.join(" "), actual, expected))
        differences.push(`${argv.join(" ")}: Codex ${expected}, here ${actual}\n${text}`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return { compared, differences };
}
