import { isRecord, type Issue, type JsonObject, type JsonValue } from "@gatehouse-hooks/json";
import type {
  ImportedPolicy,
  NotKept,
  ReadRulesOptions,
  RuleFile,
  RuleImporter,
} from "../importing/rule-importer.js";
import { IMPORTERS } from "./importers.table.js";

/** How files are read. */
export interface ImportOptions extends ReadRulesOptions {
  /** The name of one importer, for files that are not recognised by their names. */
  readonly from?: string;
  readonly importers?: readonly RuleImporter[];
}

/** What became of one file. */
export interface ImportedFile {
  readonly path: string;
  /** Who has read it; `null` where it is no rule file that is known. */
  readonly importer: Pick<RuleImporter, "name" | "title"> | null;
  /** With names that no other policy of the import has. */
  readonly policies: readonly ImportedPolicy[];
  readonly notKept: readonly NotKept[];
  readonly issues: readonly Issue[];
  /** How many hooks of Gatehouse itself were passed over; absent: none. */
  readonly ownHooks?: number;
}

/**
 * Reads rule files of agents into native policies. Pure, and never throws for what a file holds: what has no equal here is in
 * `notKept`, what cannot be read in `issues`, with its place.
 *
 * @returns a file for each that was given, in their order
 */
export function importRules(
  files: readonly RuleFile[],
  options: ImportOptions = {},
): readonly ImportedFile[] {
  const { importers = IMPORTERS, from, ...given } = options;
  const seen = new Set<string>();
  return files.map((file) => {
    const { path } = file;
    const importer = importers.find((one) => (from === undefined ? one.recognises(file) : one.name === from));
    if (importer === undefined) return { path, importer: null, policies: [], notKept: [], issues: [] };
    const { policies, notKept, issues, ownHooks } = importer.read(file, given);
    const { name, title } = importer;
    return {
      path,
      importer: { name, title },
      policies: policies.map(({ differs, ...one }) => ({
        ...one,
        policy: { ...ofAgent(one.policy, importer.host), id: unused(seen, one.policy["id"]) },
        ...(differs && { differs }),
      })),
      notKept: notKept.map(({ from: place, reason, instead, guards }) => ({
        from: place,
        reason,
        ...(instead !== undefined && { instead }),
        ...(guards === true && { guards }),
      })),
      issues,
      ...(ownHooks !== undefined && { ownHooks }),
    };
  });
}

/**
 * What a file allows is allowed to the agent whose file it is: another one may call its tools alike, and knows nothing of the rules that the
 * agent has besides. A call that names no agent is one of `decide` or of an application, and no other agent's. What stops a call stops it in every agent.
 */
function ofAgent(policy: JsonObject, host: string): JsonObject {
  if (!Object.hasOwn(policy, "allow")) return policy;
  const { id = "", events = "", when, tests } = policy;
  const ours = `host == ${JSON.stringify(host)}`;
  const scope = `(${ours} || !has(host))`;
  const bound = typeof when !== "string" ? scope : when.includes(ours) ? when : `${scope} && (${when})`;
  return {
    ...{ id, events, when: bound },
    ...policy,
    when: bound,
    ...(Array.isArray(tests) && { tests: tests.map((one: JsonValue) => testOf(one, host)) }),
  };
}

/** A test of a call that the agent makes. */
function testOf(test: JsonValue, host: string): JsonValue {
  const event = isRecord(test) ? test["event"] : undefined;
  return isRecord(test) && isRecord(event) ? { ...test, event: { host, ...event } } : test;
}

function unused(seen: Set<string>, given: unknown): string {
  const id = typeof given === "string" ? given : "imported";
  let name = id;
  for (let count = 2; seen.has(name); count++) name = `${id}~${count}`;
  seen.add(name);
  return name;
}
