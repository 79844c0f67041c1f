import { editDistance, nearName, plainName } from "@gatehouse-hooks/json";
import { canonicalParametersOf } from "../tool-schemas.js";
import { VOCABULARY, eventKindOf, fieldsOfEvent } from "../vocabulary.js";
import { fieldsOfTool } from "./known-tools.js";
import type { PlacedPath } from "./placed-paths.js";
import { cite } from "./cite.js";
import type { Problem } from "./report.js";

/** What is known of the events that a path is read from. */
export interface ReadFrom {
  readonly events: readonly string[];
  /** The names of the tools, where the policy is about these tools only. */
  readonly tools: readonly string[] | null;
  /** Further fields of the events: those of an agent, under whose name a policy has a canonical event. */
  readonly also?: readonly string[];
  /** The canonical event that is meant, of a policy that is written in the words of an agent's files. */
  readonly readAs?: string;
}

/** What other systems wrap an event in. */
const WRAPPERS: ReadonlySet<string> = new Set(
  "event evt e ctx context payload data request req hook call toolcall body msg".split(" "),
);
/** What other systems call the tool's name, and its input. */
const TOOL_WORDS: ReadonlySet<string> = new Set(["tool", "toolname", "name"]);
const INPUT_WORDS: ReadonlySet<string> = new Set(
  "params param parameters toolinput input args arguments toolargs arg toolparams toolparameters".split(" "),
);
/** Fields that agents call differently. */
const ALIKE: readonly (readonly string[])[] = [
  ["command", "cmd", "script", "commandline", "bashcommand"],
  ["path", "filepath", "file", "filename", "absolutepath", "notebookpath"],
  ["content", "contents", "text", "body", "filetext", "newsource"],
  ["oldstring", "oldstr", "oldtext", "old"],
  ["newstring", "newstr", "newtext", "new"],
  ["url", "urls", "uri", "href", "link"],
  ["workdir", "cwd", "workingdir", "dir", "directory"],
];
/** Every field of every documented tool that is long enough for a typing error to show. */
const MIN_NEAR = 5;
const ALL_FIELDS: readonly string[] = [
  ...new Set(VOCABULARY.tools.flatMap(({ fields }) => fields ?? [])),
].filter((field) => field.length >= MIN_NEAR);

/**
 * What is wrong with the paths that a policy reads: roots that none of its events carries, and fields that none of its tools
 * has. Such a path is missing in every event. Undocumented events and tools are not checked.
 */
export function fieldProblem(placed: Pick<PlacedPath, "path">, from: ReadFrom): Problem | null {
  const problem = rootProblem(placed.path, from);
  if (problem === null) return inputProblem(placed.path, from);
  const { readAs } = from;
  return readAs !== undefined && fieldsOfEvent(readAs)?.has(String(placed.path[0])) === true
    ? {
        ...problem,
        message: problem.message.replace(MISSING, `: it is a field of ${cite(readAs)}, and read as that`),
      }
    : problem;
}

type Path = PlacedPath["path"];

const MISSING = ": it is missing in every event";

function rootProblem(path: Path, { events, also = [] }: ReadFrom): Problem | null {
  const root = String(path[0]);
  if (root === "facts") return closedProblem(path, "facts have no list", FACTS);
  if (also.includes(root)) return null;
  const odd = memberProblem(path, events);
  if (odd !== null) return odd;
  const known = events.map(fieldsOfEvent);
  let carried = false;
  for (const fields of known) {
    if (fields === null) return null;
    carried ||= fields.has(root) && !(root === "event" && path.length > 1);
  }
  // Almost every path is carried, and needs no list of what else there is.
  const all = (): ReadonlySet<string> => new Set(known.flatMap((fields) => [...(fields ?? [])]));
  if (carried) return splitProblem(path, events, all);
  const meant = meantPath(path, events, all());
  const shown = cite(path.map(String).join("."));
  const whose = events.length === 1 ? cite(events[0] ?? "") : "none of the policy's events";
  return unknownField(
    events.length === 1 ? `${whose} has no field for ${shown}` : `${whose} has a field for ${shown}`,
    meant === null ? `the fields are ${shownList(all())}` : `did you mean ${cite(meant)}?`,
  );
}

/** The lists of what a tool call may do; the field is computed, and no agent sends it. */
const FACTS: readonly string[] = [
  "complete",
  "unknown",
  "commands",
  "reads",
  "writes",
  "deletes",
  "network",
  "executes",
  "actions",
  "env",
  "tables",
];

/** What events carry as records of Gatehouse's own, and the fields of these (engine SPEC, "Canonical events"). */
const CANONICAL_RECORDS: ReadonlyMap<string, readonly string[]> = new Map([
  ["tool", ["kind", "name"]],
  ["agent", ["id", "kind", "parent"]],
]);

function memberProblem(path: Path, events: readonly string[]): Problem | null {
  const root = String(path[0]);
  const known = CANONICAL_RECORDS.get(root);
  if (known === undefined || !events.every((event) => isCanonicalIn(root, event))) return null;
  return closedProblem(path, `${cite(root)} has no field`, known);
}

/** Whether an event is documented, and its agent has no field of its own with the name of the record. */
function isCanonicalIn(root: string, event: string): boolean {
  const { known, carries = [] } = eventKindOf(event);
  return known && !carries.includes(root);
}

function closedProblem([root, field]: Path, whose: string, known: readonly string[]): Problem | null {
  if (typeof field !== "string" || known.includes(field)) return null;
  const meant = nearName(field, known);
  return unknownField(
    `${whose} ${cite(field)}`,
    meant === null
      ? `${root === "facts" ? "the lists are" : "the fields are"} ${known.join(", ")}`
      : `did you mean ${cite(`${String(root)}.${meant}`)}?`,
  );
}

/** A field's name with a dot in it: the start of it happens to be the name of another field. */
function splitProblem(
  path: Path,
  events: readonly string[],
  known: () => ReadonlySet<string>,
): Problem | null {
  const [root, key, ...rest] = path;
  if (typeof root !== "string" || typeof key !== "string" || rest.length > 0) return null;
  if (isInputRoot(root, events)) return null;
  // Who calls is another than the agent of a session; a tool's name is the same in both.
  const isWhoCalls = root === "agent" && CANONICAL_RECORDS.get(root)?.includes(key) === true;
  if (isWhoCalls && events.every((event) => isCanonicalIn(root, event))) return null;
  const glued = plainName(root + key);
  const meant = [...known()].find(
    (field) => field.length >= MIN_NEAR && editDistance(glued, plainName(field), 1) <= 1,
  );
  if (meant === undefined) return null;
  return unknownField(
    `no event of the policy has a field for ${cite(`${root}.${key}`)}`,
    `did you mean ${cite(meant)}?`,
  );
}

function meantPath(path: Path, events: readonly string[], known: ReadonlySet<string>): string | null {
  const [root = "", ...rest] = path.map(String);
  const plain = plainName(root);
  const inputs = [...inputRoots(events)];
  const [input] = inputs;
  const tool = ["toolName", "tool_name"].find((name) => known.has(name));
  const inside = rest[0];
  if (WRAPPERS.has(plain) && inside !== undefined) {
    return known.has(inside) ? rest.join(".") : (meantPath(rest, events, known) ?? null);
  }
  if (tool !== undefined && TOOL_WORDS.has(plain)) return tool;
  if (input !== undefined && INPUT_WORDS.has(plain)) return [input, ...rest].join(".");
  const near = nearName(root, [...known]);
  if (near !== null) return [near, ...rest].join(".");
  const isField = VOCABULARY.tools.some(({ fields = [] }) => fields.includes(root));
  return isField && input !== undefined ? [input, root, ...rest].join(".") : null;
}

/** The fields in which documented events carry what a tool is given. */
function inputRoots(events: readonly string[]): ReadonlySet<string> {
  return new Set(events.flatMap((event) => INPUT_ROOTS.filter((root) => isInputRoot(root, [event]))));
}

const INPUT_ROOTS: readonly string[] = ["params", "tool_input"];

function isInputRoot(root: string, events: readonly string[]): boolean {
  return (
    INPUT_ROOTS.includes(root) &&
    events.some((event) => eventKindOf(event).known && fieldsOfEvent(event)?.has(root) === true)
  );
}

function inputProblem([root, field]: Path, from: ReadFrom): Problem | null {
  const { events } = from;
  if (typeof root !== "string" || typeof field !== "string" || !isInputRoot(root, events)) return null;
  const { tools } = from;
  // Almost every field is one of the tool's own, and needs no list of what else there is.
  if (
    tools?.every((tool) => fieldsOfTool(tool) !== null) === true &&
    tools.some((tool) => fieldsOfTool(tool)?.includes(field))
  )
    return null;
  const known = knownFields(
    tools,
    events.filter((event) => eventKindOf(event).tool?.input === root),
  );
  if (known !== null) {
    if (known.has(field)) return null;
    const meant = meantField(field, [...known]);
    const whose = tools?.length === 1 ? `the tool ${cite(tools[0] ?? "")} has` : "the policy's tools have";
    return unknownField(
      `${whose} no ${cite(`${root}.${field}`)}`,
      meant === null ? `the fields are ${shownList(known)}` : `did you mean ${cite(`${root}.${meant}`)}?`,
    );
  }
  // The fields of an undocumented tool are unknown.
  if (tools !== null) return null;
  const near = ALL_FIELDS.includes(field) ? undefined : ALL_FIELDS.find((one) => isTypo(field, one));
  if (near === undefined) return null;
  return unknownField(
    `no documented tool has ${cite(`${root}.${field}`)}`,
    `did you mean ${cite(`${root}.${near}`)}?`,
  );
}

/** `null` where one of the tools is not documented, or its fields are not. In canonical events canonical parameters are beside them. */
function knownFields(tools: readonly string[] | null, events: readonly string[]): ReadonlySet<string> | null {
  if (tools === null || tools.length === 0) return null;
  const all: string[] = [];
  for (const tool of tools) {
    const fields = fieldsOfTool(tool);
    if (fields === null) return null;
    all.push(...fields, ...events.flatMap((event) => canonicalParametersOf(tool, eventKindOf(event))));
  }
  return new Set(all);
}

function meantField(field: string, known: readonly string[]): string | null {
  const plain = plainName(field);
  const alike = ALIKE.find((group) => group.includes(plain)) ?? [];
  return known.find((one) => alike.includes(plainName(one))) ?? nearName(field, known);
}

/** One typing error; a plural is another word. */
function isTypo(written: string, known: string): boolean {
  if (written === `${known}s` || `${written}s` === known || Math.abs(written.length - known.length) > 1)
    return false;
  return plainName(written) === plainName(known) || editDistance(written, known, 1) === 1;
}

function unknownField(message: string, cure: string): Problem {
  return {
    severity: "warning",
    code: "unknown-field",
    message: `${message}${MISSING}`,
    cure,
  };
}

function shownList(names: ReadonlySet<string>): string {
  return [...names].join(", ");
}
