import type { JsonValue } from "@gatehouse-hooks/json";
import type { CellDefinition, PolicyDefinition } from "@gatehouse-hooks/engine";
import type { FileToRead } from "../host-files.js";
import { checkShape, type ShapeProblem } from "./check-shape.js";
import { readYamlOrJson } from "../yaml/document.js";
import { lostEvents } from "./lost-events.js";
import type { PolicyTest } from "./policy-test.js";
import type { PolicyFileContext } from "./file-context.js";
import { readMemoryKey } from "./memory/read-memory.js";
import { readSessions } from "./memory/read-sessions.js";
import { PACKS } from "./packs/packs.table.js";
import { readExtends } from "./packs/read-extends.js";
import { readUnknown } from "./packs/read-unknown.js";
import { readPolicy } from "./read-policy.js";
import { readTest } from "./read-test.js";
import { type Report, whyLost } from "../text/report.js";
import { fileSchema, type Level, MAX_POLICIES } from "./schema.js";
import { readSets } from "./sets/read-sets.js";
import type { DocumentPath } from "../yaml/document.js";
import { isMembers } from "./shorthands.js";
import { meantKey } from "./unknown-key.js";

export { placeInGatehouse } from "./place-in-gatehouse.js";

/** The policies of a native file and their tests. */
interface LoadedGatehouse {
  readonly policies: readonly PolicyDefinition[];
  /** What can be read of those that are not in force: for findings only. */
  readonly drafts?: readonly PolicyDefinition[];
  readonly tests: readonly PolicyTest[];
  /** What the policies remember. */
  readonly memory?: readonly CellDefinition[];
}

/** Reads a file of the native format (SPEC, "The native format"). */
export function loadGatehouse(given: FileToRead): LoadedGatehouse {
  const { source, tier, order, report, names, ownEvents, options } = given;
  const document = readYamlOrJson(source, report);
  // What the report says of the file tells `load` that all of it is lost.
  if (document === null) return { policies: [], tests: [] };
  if (document.value === null) {
    report.add(0, {
      code: "empty-file",
      message: "the file holds no policies; the file is not loaded",
      cure: "begin with `version: 1` and `policies:`, or remove the file",
    });
    return { policies: [], tests: [] };
  }
  const { value, problems } = checkShape(fileSchema, withPolicies(document.value), levelOf);
  const { sets, problems: setProblems } = readSets(value?.sets ?? {});
  const own = { events: [...ownEvents, ...(value?.ownEvents ?? [])], tools: value?.ownTools ?? [] };
  const observe = value?.observe === true;
  const file: PolicyFileContext = {
    ...{ source, document, observe, tier, names, own, sets, ...options.gatehouse },
    report: reportOfTrial(report, observe),
    derived: ["memory", "flows"],
    toolConditions: new Map(),
  };
  reportShape(problems, value === null, file);
  for (const { path, ...problem } of setProblems) report.add(document.valueAt(path), problem);
  loseFile(document.value, value === null, problems[0], file);
  if (value === null) return { policies: [], tests: [] };
  const policies: PolicyDefinition[] = [];
  const drafts: PolicyDefinition[] = [];
  const tests: (PolicyTest | null)[] = [];
  value.policies.forEach((given, index) => {
    const path = ["policies", index];
    const {
      definition,
      draft,
      doubtful,
      event,
      agent,
      tests: beside,
    } = readPolicy(given as JsonValue, path, order + index, file);
    if (draft !== undefined) drafts.push(draft);
    if (definition === null) return;
    policies.push(definition, ...(doubtful === undefined ? [] : [doubtful]));
    const tested = { id: definition.id, event, ...(agent !== undefined && { agent }) };
    beside.forEach((test, at) =>
      tests.push(readTest(test as JsonValue, [...path, "tests", at], tested, file)),
    );
  });
  const taken = new Set(policies.map(({ id }) => id.normalize("NFC")));
  const extended = readExtends(value.extends ?? [], PACKS, taken, order + value.policies.length, file);
  policies.push(...extended.policies);
  policies.push(...readUnknown(value, taken, order + value.policies.length + extended.policies.length, file));
  value.tests?.forEach((test, at) => tests.push(readTest(test as JsonValue, ["tests", at], null, file)));
  tests.push(...readSessions(value.sessions ?? [], file));
  const memory = [...readMemoryKey(value.memory ?? {}, file), ...extended.memory];
  return {
    ...{ policies, drafts, tests: tests.filter((test) => test !== null) },
    ...(memory.length > 0 && { memory }),
  };
}

/** What is lost of a silent trial would have stopped nothing. */
function reportOfTrial(report: Report, isTrial: boolean): Report {
  if (!isTrial) return report;
  return { ...report, lose: (_events, why, at) => report.lose([], why, at) };
}

function reportShape(
  problems: ReturnType<typeof checkShape>["problems"],
  isLost: boolean,
  { document, report }: PolicyFileContext,
): void {
  for (const { path, atKey, ...problem } of problems) {
    const isList = path.length === 0 && Array.isArray(document.value);
    report.add(atKey ? document.keyAt(path) : document.valueAt(path), {
      ...problem,
      ...(isList ? { cure: "write `version: 1` and `policies:` above the list, and indent it" } : {}),
      message: `${problem.message}; ${isLost ? "the file is not loaded" : "it is ignored"}`,
    });
  }
}

/** What kind of mapping a path of a file leads to. */
function levelOf([key, name]: DocumentPath): Level {
  return key === "sets" && name !== undefined ? "set" : "file";
}

/** Keys of a file that stop calls without a policy of its own. */
const STOPPING = ["extends", "unknown"];

/** A file that extends packs, or says what becomes of calls that are not understood, need not have policies of its own. */
function withPolicies(given: JsonValue): JsonValue {
  if (!isMembers(given) || Object.hasOwn(given, "policies")) return given;
  if (!STOPPING.some((key) => Object.hasOwn(given, key))) return given;
  return { ...given, policies: [] };
}

/** What the policies of a file that is not loaded would have denied; those below a misspelt key, too. */
function loseFile(
  given: JsonValue,
  refused: boolean,
  problem: ShapeProblem | undefined,
  { document, report, names, own }: PolicyFileContext,
): void {
  if (problem === undefined) return;
  const members = isMembers(given) ? given : {};
  const wrong = Object.keys(members).find((key) =>
    STOPPING.some((one) => (key === one ? problem.path[0] === one : meantKey(key, "file") === one)),
  );
  if (wrong !== undefined) report.lose("all gating", whyLost(problem), document.keyAt([wrong]));
  for (const [key, value] of Object.entries(members)) {
    const held = key === "policies" ? refused : meantKey(key, "file") === "policies";
    if (!held) continue;
    const list: readonly JsonValue[] = Array.isArray(value) ? value : [value];
    list.slice(0, MAX_POLICIES).forEach((policy, index) => {
      report.lose(lostEvents(policy, names, own.events), whyLost(problem), document.keyAt([key, index]));
    });
    if (list.length > 0 && list.length <= MAX_POLICIES) return;
  }
  if (refused) report.lose("all gating", whyLost(problem), 0);
}
