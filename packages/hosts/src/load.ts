import type { Issue } from "@gatehouse-hooks/json";
import {
  type CellDefinition,
  type LostPolicy,
  lostTo,
  type PolicyDefinition,
  type Tier,
  type Vocabulary,
} from "@gatehouse-hooks/engine";
import { duplicateNames } from "./duplicate-names.js";
import { formatOfKeys } from "./format-by-content.js";
import type { PolicyTest } from "./gatehouse/policy-test.js";
import type { HostFiles, HostOptions } from "./host-files.js";
import type { Host } from "./host.js";
import { HOSTS, formatOf } from "./hosts.js";
import { EVENT_NAMES } from "./names/agent-names.js";
import { eventNamesOf } from "./names/event-names.js";
import { findControl } from "./text/characters.js";
import { cite } from "./text/cite.js";
import { reportOn } from "./text/report.js";
import { readSource } from "./text/source.js";
import { VOCABULARY, vocabularyOf } from "./vocabulary.js";

/** How a file is read. */
export interface LoadOptions {
  /** The file's name: for issues, and for the format where none is given. The file itself is not touched. */
  readonly path: string;
  /** The name of the host whose file it is. Default: by the file's name. */
  readonly format?: string;
  /** Who stands behind the file. Never taken from the file itself. Default `project`. */
  readonly tier?: Tier;
  /** Position of the file's first policy among policies of equal priority; the next ones follow. Default 0. */
  readonly order?: number;
  /** What hosts take beside the file, by their names. */
  readonly options?: HostOptions;
  /** Whose files are read. Default `HOSTS`. */
  readonly hosts?: readonly Host[];
  /** Names of events that are the caller's own: a policy may list them as it lists those of agents. */
  readonly ownEvents?: readonly string[];
}

/** What a file holds. A file with errors may still give policies: each error says what is in force. */
export interface Loaded {
  readonly policies: readonly PolicyDefinition[];
  readonly issues: readonly Issue[];
  /** The policies of the file that are not in force. `compilePolicies` takes them, too, and denies what they would have guarded. */
  readonly lost: readonly LostPolicy[];
  /** When those of them would apply, as far as that can be read: for findings, never for decisions. Absent: none can be. */
  readonly drafts?: readonly PolicyDefinition[];
  /** The tests beside the policies, where the format has them. */
  readonly tests: readonly PolicyTest[];
  /** What the policies remember of the events before. Absent: nothing. */
  readonly memory?: readonly CellDefinition[];
  /** The names that the policies use, for `compilePolicies`. */
  readonly vocabulary: Vocabulary;
}

/**
 * Reads one policy file. Never throws for what it holds: every problem is an issue with path, line, column and
 * cure (SPEC, "Codes").
 *
 * @param text the whole file, at most 256 KiB; bytes are decoded strictly as UTF-8
 * @example
 * const { policies, issues } = load(bytes, { path: ".mayros/hooks/guard.md" });
 */
export function load(text: string | Uint8Array, options: LoadOptions): Loaded {
  const { path, hosts = HOSTS, format = formatOf(path, hosts), tier = "project", order = 0 } = options;
  const files = hosts.find(({ name }) => name === format)?.files;
  const vocabulary = hosts === HOSTS ? VOCABULARY : vocabularyOf(hosts);
  const start = { path, line: 1, column: 1, offset: 0 };
  if (files === undefined) {
    return nothing(vocabulary, tier, { ...unknownFormat(path, format), ...start });
  }
  const read = readSource(text, path);
  if (read.kind === "refused") return nothing(vocabulary, tier, read.issue);
  const report = reportOn(read.source, tier);
  sayForgedName(path, report);
  const {
    policies,
    drafts = [],
    tests = [],
    memory = [],
  } = files.read({
    source: read.source,
    tier,
    order,
    report,
    options: options.options ?? {},
    names: hosts === HOSTS ? EVENT_NAMES : eventNamesOf(hosts),
    ownEvents: options.ownEvents ?? [],
  });
  const said = [...report.issues(), ...namesTwice(files, policies, drafts)];
  const misread = misreadAs(options.format, files, { policies, text: read.source.text, path, said, hosts });
  const issues = [...said, ...misread.map((issue) => ({ ...issue, ...start }))];
  return {
    policies,
    issues,
    lost: lostOf(policies, issues, report.lost(), tier),
    ...(drafts.length > 0 && { drafts }),
    tests,
    ...(memory.length > 0 && { memory }),
    vocabulary,
  };
}

function sayForgedName(path: string, report: ReturnType<typeof reportOn>): void {
  if (findControl(path) === null && !/[\t\n]/.test(path)) return;
  report.add(0, {
    severity: "warning",
    code: "control-character",
    message: `the file name ${cite(path)} holds a control character, which can forge lines of a log`,
    cure: "rename the file",
  });
}

function unknownFormat(path: string, format: string | undefined): Issue {
  return {
    severity: "error",
    code: "unknown-format",
    message:
      format === undefined
        ? `no format is known for the file name ${cite(path)}; nothing is loaded`
        : `no format is called ${cite(format)}; nothing is loaded`,
    cure: "use the ending .md, .yaml, .yml or .json, or name the format",
  };
}

/** Names that are taken twice, by policies in force or not. */
function namesTwice(
  { namesAreUnique }: HostFiles,
  policies: readonly PolicyDefinition[],
  drafts: readonly PolicyDefinition[],
): readonly Issue[] {
  if (namesAreUnique !== true) return [];
  return duplicateNames(
    [...policies, ...drafts].toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0)),
    "policies",
    new Set(drafts),
  );
}

/**
 * INVARIANT: a file with an error and without a policy has lost something, even if its loader does not say so.
 */
function lostOf(
  policies: Loaded["policies"],
  issues: readonly Issue[],
  lost: readonly LostPolicy[],
  tier: Tier,
): readonly LostPolicy[] {
  if (lost.length > 0 || policies.length > 0) return lost;
  const error = issues.find((issue) => issue.severity === "error");
  return error === undefined ? [] : lostTo(error, tier);
}

/** A file, what it gave, and what its reader had to say. */
interface ReadFile {
  readonly policies: Loaded["policies"];
  readonly text: string;
  readonly path: string;
  readonly said: readonly Issue[];
  readonly hosts: readonly Host[];
}

/** A file that somebody has given a format, and of which nothing is in force, as it is another format's: that was not meant. */
function misreadAs(
  format: string | undefined,
  { isNamed, endings }: HostFiles,
  { policies, text, path, said, hosts }: ReadFile,
): readonly Pick<Issue, "severity" | "code" | "message" | "cure">[] {
  if (format === undefined || policies.length > 0 || isNamed?.(path) === true) return [];
  if (endings.some((ending) => path.toLowerCase().endsWith(ending))) return [];
  if (said.some(({ severity }) => severity === "error")) return [];
  const other = formatOfKeys(path, text, hosts);
  // Nothing is said of a file that has no hooks, and may have them tomorrow.
  if (other === format || (other === undefined && said.length === 0)) return [];
  const whose = other === undefined ? "" : `, as it is one of ${other}`;
  return [
    {
      severity: "error",
      code: "other-format",
      message: `the file is read as one of ${format}, and nothing of it is in force${whose}`,
      cure: other === undefined ? "name the format that it is of" : `name the format \`${other}\``,
    },
  ];
}

function nothing(vocabulary: Vocabulary, tier: Tier, issue: Issue): Loaded {
  return { policies: [], issues: [issue], lost: lostTo(issue, tier), tests: [], vocabulary };
}
