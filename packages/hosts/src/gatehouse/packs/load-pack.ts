import { own } from "@gatehouse-hooks/json";
import type { Event, PolicyDefinition } from "@gatehouse-hooks/engine";
import { EVENT_NAMES } from "../../names/agent-names.js";
import { reportOn, type Report } from "../../text/report.js";
import { readSource } from "../../text/source.js";
import type { PolicyTest } from "../policy-test.js";
import type { Pack, PackExample } from "./pack.js";
import examples from "./pack-examples.json" with { type: "json" };
import { packPolicies } from "./pack-policies.js";
import { PACKS } from "./packs.table.js";

/** A pack with its own lists, and its examples as tests. */
export interface LoadedPack {
  readonly policies: readonly PolicyDefinition[];
  readonly tests: readonly PolicyTest[];
  /** Empty: packs are tested with the program. */
  readonly issues: ReturnType<Report["issues"]>;
}

/** See `packs`: with their examples, which are apart, since a file that extends a pack needs none. */
export const WHOLE_PACKS: readonly Pack[] = PACKS.map((pack) => ({
  ...pack,
  examples: own(examples, pack.name) ?? {},
}));

/** Where the examples run. */
const PLACE = { cwd: "/workspace/project", workspace: "/workspace/project", home: "/home/test" };

/** The event of an example. */
function eventOfExample(example: PackExample): Event {
  if (typeof example !== "string" && example.result !== undefined) {
    const { tool: toolName, params, result } = example;
    return { event: "after_tool_call", toolName, params, result, ...PLACE };
  }
  return typeof example === "string"
    ? { event: "before_tool_call", toolName: "exec", params: { command: example }, ...PLACE }
    : { event: "before_tool_call", toolName: example.tool, params: example.params, ...PLACE };
}

/** See `loadPack`. */
export function readPack(pack: Pack): LoadedPack {
  const read = readSource("", `pack/${pack.name}`);
  if (read.kind === "refused") return { policies: [], tests: [], issues: [read.issue] };
  const { source } = read;
  const report = reportOn(source, "user");
  const policies = packPolicies(pack, new Map(), 0, {
    source,
    report,
    tier: "user",
    names: EVENT_NAMES,
    own: { events: [], tools: [] },
    sets: new Map(),
    observe: false,
    toolConditions: new Map(),
    derived: ["memory", "flows"],
    document: { value: null, keyAt: () => 0, valueAt: () => 0, within: () => 0 },
  });
  const tests = Object.entries(pack.examples).flatMap(([policy, { applies, not }]) =>
    [...applies, ...not].map((example, index): PolicyTest => ({
      name: `${policy}: ${typeof example === "string" ? example : JSON.stringify(example)}`,
      policy,
      event: eventOfExample(example),
      answers: {},
      expect: { applies: index < applies.length },
      source: { path: source.path, line: 1, format: "gatehouse", pack: pack.name },
    })),
  );
  return { policies, tests, issues: report.issues() };
}
