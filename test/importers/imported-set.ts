import { compilePolicies, decide, type Decision } from "@gatehouse-hooks/engine";
import { createFacts, PROGRAMS, TOOL_ROWS } from "@gatehouse-hooks/facts";
import type { JsonObject } from "@gatehouse-hooks/json";
import { load, type Loaded } from "@gatehouse-hooks/hosts";
import type { ImportedRules } from "../../packages/hosts/src/importing/rule-importer.js";

const MAKER = createFacts({ programs: [PROGRAMS], tools: [TOOL_ROWS] });
const DERIVE = { version: MAKER.version, facts: (event: object) => ({ ...MAKER.facts(event) }) };

/** The imported policies, loaded as a native file and compiled with facts. */
export function importedSet({ policies }: Pick<ImportedRules, "policies">): {
  readonly loaded: Loaded;
  readonly effectOf: (event: JsonObject) => Decision["effect"];
  readonly decisionOf: (event: JsonObject) => Decision;
  readonly effectOfShell: (command: string) => Decision["effect"];
} {
  const text = JSON.stringify({ version: 1, policies: policies.map(({ policy }) => policy) });
  const loaded = load(text, { path: "imported.json" });
  const { set } = compilePolicies(loaded, { derive: DERIVE });
  const decisionOf = (event: JsonObject): Decision => decide(set, { event: "before_tool_call", ...event });
  const effectOf = (event: JsonObject): Decision["effect"] => decisionOf(event).effect;
  const tool = { kind: "shell", name: "Bash" };
  return {
    loaded,
    decisionOf,
    effectOf,
    effectOfShell: (command) => effectOf({ tool, toolName: "Bash", params: { command } }),
  };
}
