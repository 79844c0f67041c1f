import { lstatSync } from "node:fs";
import { dirname, join } from "node:path";
import { messageOf } from "@gatehouse-hooks/console";
import { jsonSchemaOf } from "@gatehouse-hooks/hosts/json-schemas";
import type { InstallRecord } from "./install-record.js";
import type { InitScope, PlannedChange } from "./plan-change.js";
import { readTarget, type TargetFile, writeTarget } from "./target-file.js";

/** The packs that `gatehouse init` switches on. */
const FIRST_PACKS: readonly string[] = [
  "destructive",
  "git",
  "secrets",
  "exfiltration",
  "remote-code",
  "understood",
];

/** Where the schema is, beside policy files: a package that is installed for all users is in no place that a project could name. */
const SCHEMA_FILE = ["schema", "gatehouse.json"] as const;

/** The first line of policy files that Gatehouse writes: editors of YAML find the schema by it. */
export const SCHEMA_LINE: string = `# yaml-language-server: $schema=./${SCHEMA_FILE.join("/")}\n`;

const HEAD = `${SCHEMA_LINE}# Policies of Gatehouse. See them: gatehouse list. What a command may do, and which pack looks at what:
# gatehouse facts 'rm -rf build', gatehouse packs, gatehouse packs git.
version: 1
extends:
`;

const TRIAL = `# They are tried silently: gatehouse log shows what they would have stopped. Without this line they act.
observe: true
`;

/** The name of the policy that shows how one of a pack is changed. */
const CHANGED = "git/drop";
const CHANGE_OF_GIT = `
# A policy of yours with the name of one of a pack takes its place. This one asks where pack/git denies.
policies:
  - id: ${CHANGED}
    description: Stashes and branches that are not merged are dropped only after a person says yes
    events: before_tool_call
    when: facts.actions.any(a, a.kind in ["git.stash-drop", "git.branch-delete"])
    ask: this drops commits that nothing else may name
    tests:
      - { event: { toolName: Bash, params: { command: git stash drop } }, expect: ask }
      - { event: { toolName: Bash, params: { command: "sh -c 'git branch -D topic'" } }, expect: ask }
      - { event: { toolName: Bash, params: { command: git stash list } }, expect: skip }
`;

/** What `init` writes where no pack is on. */
export const FIRST_RULE: string = ruleText(FIRST_PACKS, true);

/** What the place of the first file holds already. */
export interface RulesThere {
  /** The packs that are on. */
  readonly packs: ReadonlySet<string>;
  /** The names of all policies. */
  readonly ids: ReadonlySet<string>;
  /** One of them may deny or ask. */
  readonly guards: boolean;
  /** What is written is tried silently. */
  readonly observe?: boolean;
}

/** What becomes of the packs: a file that switches on those that are off, or why there is none. */
export type FirstRule =
  | { readonly kind: "change"; readonly change: PlannedChange; readonly packs: readonly string[] }
  /** All are on. */
  | { readonly kind: "on" }
  /** `init` wrote the file, and the user has taken packs out of it since. */
  | { readonly kind: "left"; readonly path: string; readonly packs: readonly string[] };

/**
 * The file that switches packs on, beside whatever is there: rules of others' files are no reason to leave an agent without any that stop
 * something. What the user has taken out of the file that `init` wrote stays out, as long as a rule is left that stops something.
 */
export function planFirstRule(
  {
    home,
    scope,
    record,
  }: { readonly home: string; readonly scope: InitScope; readonly record: InstallRecord },
  { packs: on, ids, guards, observe = false }: RulesThere,
): FirstRule {
  const packs = FIRST_PACKS.filter((name) => !on.has(name));
  if (packs.length === 0) return { kind: "on" };
  const folder = policyFolder(home, scope);
  const own = record.files.find(
    ({ agent, path, target }) =>
      agent === "rule" && dirname(path) === folder && readTarget(target).bytes !== undefined,
  );
  if (own !== undefined && guards) return { kind: "left", path: own.path, packs };
  const next = new TextEncoder().encode(ruleText(packs, !ids.has(CHANGED), observe));
  return { kind: "change", packs, change: { agent: "rule", file: freeFile(folder), next } };
}

/** Where the policies of a scope are. */
export function policyFolder(home: string, scope: InitScope): string {
  return join(scope.kind === "user" ? home : scope.folder, ".gatehouse");
}

function ruleText(packs: readonly string[], changes: boolean, observe = false): string {
  const names = packs.map((name) => `  - pack/${name}\n`).join("");
  const head = observe ? HEAD.replace("extends:", `${TRIAL}extends:`) : HEAD;
  return `${head}${names}${changes && packs.includes("git") ? CHANGE_OF_GIT : ""}`;
}

/**
 * The schema that the first line of the file names. Where nothing is written, one that is there is brought up to date, and none is made.
 *
 * @param folder of the policy files
 */
export function planEditorSchema(folder: string, rule: FirstRule): PlannedChange | undefined {
  const { path, bytes } = editorSchema(folder);
  const file = readTarget(path);
  if (file.bytes === undefined && rule.kind !== "change") return undefined;
  return { agent: "schema", file, next: bytes };
}

/** A name that is not taken: what is there is the user's. */
function freeFile(folder: string): TargetFile {
  for (let nth = 1; ; nth++) {
    const file = readTarget(join(folder, nth === 1 ? "first.yaml" : `first-${nth}.yaml`));
    if (file.bytes === undefined) return file;
  }
}

/** The schema that the line names. */
interface EditorSchema {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** The schema of the policy files of a folder, for editors. */
function editorSchema(folder: string): EditorSchema {
  const text = JSON.stringify(jsonSchemaOf("gatehouse")).replaceAll(/[^\0-\u007f]/g, escaped);
  return { path: join(folder, ...SCHEMA_FILE), bytes: new TextEncoder().encode(`${text}\n`) };
}

/** A code unit as JSON escapes it: the file is ASCII, which no tool on the way can misread. */
function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/**
 * Writes it, over an older one. No link is followed: a project could have one that leads to a file of the user's.
 *
 * @returns why it is not there; null: it is
 */
export function writeEditorSchema(folder: string): string | null {
  const { path, bytes } = editorSchema(folder);
  try {
    const isLink = [join(path, ".."), path].some(
      (one) => lstatSync(one, { throwIfNoEntry: false })?.isSymbolicLink() === true,
    );
    if (isLink) return "a link is in its place";
    const there = readTarget(path).bytes;
    if (there === undefined || Buffer.compare(there, bytes) !== 0) writeTarget(path, bytes);
    return null;
  } catch (error) {
    return messageOf(error);
  }
}
