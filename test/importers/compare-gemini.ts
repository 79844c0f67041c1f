import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { geminiPolicies } from "../../packages/hosts/src/gemini-cli/import/gemini-policies.js";
import type { Comparison } from "./compare-codex.js";
import { geminiCase, geminiFile } from "./gemini-cases.js";
import { decisionHere } from "./guessed-words.js";
import { importedSet } from "./imported-set.js";
import { GEMINI_CORE } from "./installed.js";

/** What is used of Gemini CLI's own modules. */
interface GeminiModules {
  readonly loadPoliciesFromToml: (
    paths: readonly string[],
    tierOf: () => number,
  ) => Promise<{ readonly rules: readonly object[]; readonly errors: readonly object[] }>;
  readonly PolicyEngine: new (config: { readonly rules: readonly object[] }) => {
    readonly check: (
      call: object,
      server: undefined,
    ) => Promise<{ readonly decision: string; readonly rule?: object }>;
  };
}

const EFFECTS: Readonly<Record<string, string>> = { allow: "allow", ask_user: "ask", deny: "deny" };

/** Asks Gemini CLI's policy engine and the imported policies about the same commands. */
export async function compareGemini(count: number, seed: number): Promise<Comparison> {
  const { loadPoliciesFromToml, PolicyEngine } = await geminiModules();
  const folder = mkdtempSync(path.join(tmpdir(), "gatehouse-importers-"));
  const place = path.join(folder, "policies");
  mkdirSync(place);
  const file = path.join(place, "rules.toml");
  const compared: Record<string, number> = {};
  const differences: string[] = [];
  try {
    for (const { rules, command } of fc.sample(geminiCase, { numRuns: count, seed })) {
      const text = geminiFile(rules);
      writeFileSync(file, text);
      const loaded = await loadPoliciesFromToml([place], () => 4);
      const { decision, rule } = await new PolicyEngine({ rules: loaded.rules }).check(
        { name: "run_shell_command", args: { command } },
        undefined,
      );
      const expected = rule === undefined ? "abstain" : (EFFECTS[decision] ?? decision);
      const imported = geminiPolicies.read({ path: file, text });
      const actual = importedSet(imported).effectOfShell(command);
      const isTold =
        expected === "allow" &&
        actual === "ask" &&
        imported.policies.some(({ differs = "" }) => differs.includes("takes for safe"));
      compared[expected] = (compared[expected] ?? 0) + 1;
      if ((actual !== decisionHere(command, actual, expected) && !isTold) || loaded.errors.length > 0)
        differences.push(`${command}: Gemini CLI ${expected}, here ${actual}\n${text}`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return { compared, differences };
}

async function geminiModules(): Promise<GeminiModules> {
  const load = async (name: string): Promise<object> =>
    (await import(pathToFileURL(path.join(GEMINI_CORE, "policy", name)).href)) as object;
  return { ...(await load("toml-loader.js")), ...(await load("policy-engine.js")) } as GeminiModules;
}
