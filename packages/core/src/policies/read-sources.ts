import type { LoadedDefinitions, LostPolicy, PolicyDefinition } from "@gatehouse-hooks/engine";
import {
  formatByContent,
  formatOf,
  type Host,
  loadAll,
  type PolicyFile,
  vocabularyOf,
} from "@gatehouse-hooks/hosts";
import { isRecord, type Issue, nearName } from "@gatehouse-hooks/json";
import type { HandlerFunction, NamedHandlers } from "@gatehouse-hooks/runtime/portable";
import type { PolicyRoot } from "@gatehouse-hooks/runtime";
import { filePath, readFiles } from "#node";
import { type DefinedPolicy, handlerNameOf } from "../definitions/define-policy.js";
import { type WordParts, wordParts } from "./word-parts.js";
import type { PolicyPath, PoliciesFrom, PolicyText } from "./policies-from.js";

/** What the sources hold. */
export interface ReadSources extends LoadedDefinitions, WordParts {
  readonly policies: readonly PolicyDefinition[];
  readonly lost: readonly LostPolicy[];
  readonly issues: readonly Issue[];
  /** Those of `decide`, by the names that the policies have. */
  readonly functions: NamedHandlers<"function">;
}

/**
 * Reads policies from all that they may be given as. What is wrong with one source never hides the others.
 *
 * @param ownEvents names of events that are the embedder's own
 * @throws TypeError for what is no source at all
 */
export async function readSources(
  given: PoliciesFrom | readonly PoliciesFrom[],
  hosts: readonly Host[],
  ownEvents: readonly string[] = [],
): Promise<ReadSources> {
  const { paths, texts, definitions, functions } = sortedSources(given, hosts);
  const read =
    paths.length === 0
      ? { files: [], issues: [], lost: [] }
      : await readFiles(paths.map((one) => rootOf(one, hosts)));
  const words = wordParts();
  const files = [
    // A file that is named may be one whose name does not say whose it is.
    ...read.files.map((file) =>
      withFormat(file, paths[file.root]?.format ?? formatByContent(file.path, file.text, hosts)),
    ),
    ...texts.map((file) => withFormat(file, file.format ?? formatOf(file.path, hosts))),
  ];
  const loaded = loadAll(files, { hosts, ownEvents, onFile: words.take });
  const policies = [...loaded.policies, ...definitions];
  return {
    policies,
    ...words.parts(policies, [...read.lost, ...loaded.lost]),
    ...(loaded.memory !== undefined && { memory: loaded.memory }),
    issues: [...read.issues, ...emptySources(paths, read), ...loaded.issues],
    functions: Object.fromEntries(functions),
    vocabulary: vocabularyOf(hosts),
  };
}

/** Paths that were named and hold no policy file: somebody meant that they guard something. */
function emptySources(
  paths: readonly PolicyPath[],
  { files, issues }: Pick<Awaited<ReturnType<typeof readFiles>>, "files" | "issues">,
): readonly Issue[] {
  const read = new Set(files.map(({ root }) => root));
  return paths
    .filter(({ path }, at) => !read.has(at) && !issues.some((issue) => issue.path?.startsWith(path) === true))
    .map(({ path }) => ({
      severity: "warning",
      code: "no-policies",
      path,
      message: `no policy file is in \`${path}\`: nothing there guards anything`,
      cure: "put a policy file into it, or name another folder",
    }));
}

/** What policies are given as, by its kind. */
function sortedSources(given: PoliciesFrom | readonly PoliciesFrom[], hosts: readonly Host[]) {
  const sources = (Array.isArray(given) ? given : [given]).flat() as readonly Exclude<
    PoliciesFrom,
    readonly DefinedPolicy[]
  >[];
  const paths: PolicyPath[] = [];
  const texts: PolicyFile[] = [];
  const definitions: PolicyDefinition[] = [];
  const functions = new Map<string, HandlerFunction<"function">>();
  for (const source of sources) {
    if (typeof source === "string") paths.push({ path: source });
    else if (source instanceof URL) paths.push({ path: filePath(source) });
    else if (isDefined(source)) {
      definitions.push(source.definition);
      const name = handlerNameOf(source.definition);
      if (name !== undefined && source.handler !== undefined) functions.set(name, source.handler);
    } else if (isText(source)) {
      checkSource(source, TEXT_KEYS, hosts);
      texts.push({ ...source, path: source.path ?? "policies.yaml" });
    } else if (isPath(source)) {
      checkSource(source, PATH_KEYS, hosts);
      paths.push(source);
    } else if (isDefinition(source)) definitions.push(source);
    else throw new TypeError(`\`policies\`: ${NOT_A_SOURCE}`);
  }
  return { paths, texts, definitions, functions };
}

function withFormat(file: PolicyFile, format: string | undefined): PolicyFile {
  return format === undefined ? file : { ...file, format };
}

/** The endings of policy files, where a format has none of its own. */
const ENDINGS = [".yaml", ".yml", ".json"];

/** A path that somebody has named, with the endings of its format's files. */
function rootOf({ path, tier, format }: PolicyPath, hosts: readonly Host[]): PolicyRoot {
  const endings = hosts.find(({ name }) => name === format)?.files?.endings ?? [];
  return {
    ...{ path, named: true, required: true },
    ...(tier !== undefined && { tier }),
    ...(format !== undefined && { extensions: endings.length > 0 ? endings : ENDINGS }),
  };
}

const TEXT_KEYS: ReadonlySet<string> = new Set<keyof PolicyText>(["text", "path", "format", "tier"]);
const PATH_KEYS: ReadonlySet<string> = new Set<keyof PolicyPath>(["path", "format", "tier"]);

/** @throws TypeError for a key that nobody reads, and a format that is none */
function checkSource(
  source: PolicyText | PolicyPath,
  keys: ReadonlySet<string>,
  hosts: readonly Host[],
): void {
  for (const key of Object.keys(source))
    if (!keys.has(key)) throw new TypeError(`\`policies\`: unknown key \`${key}\`; ${meant(key, keys)}`);
  const { format } = source;
  if (format === undefined) return;
  const formats = new Set(hosts.flatMap(({ name, files }) => (files === undefined ? [] : [name])));
  if (typeof format !== "string")
    throw new TypeError("`policies`: expected `format` to be the name of a format");
  if (!formats.has(format))
    throw new TypeError(`\`policies\`: no format is called \`${format}\`; ${meant(format, formats)}`);
}

function meant(given: string, known: ReadonlySet<string>): string {
  const near = nearName(given, known);
  return near === null ? `expected one of ${[...known].join(", ")}` : `did you mean \`${near}\`?`;
}

const NOT_A_SOURCE =
  "expected a path, `{ text }` of a file, or a definition (`definePolicy`), or a list of these";

function isDefined(source: object): source is DefinedPolicy {
  return Object.hasOwn(source, "definition") && isRecord(source) && source["kind"] === "defined-policy";
}

function isText(source: object): source is PolicyText {
  return isRecord(source) && typeof source["text"] === "string";
}

function isPath(source: object): source is PolicyPath {
  return isRecord(source) && typeof source["path"] === "string" && !Object.hasOwn(source, "id");
}

function isDefinition(source: object): source is PolicyDefinition {
  return isRecord(source) && Object.hasOwn(source, "id");
}
