import type { Issue } from "@gatehouse-hooks/json";
import { type LostPolicy, lostTo, type PolicyDefinition, type Tier } from "@gatehouse-hooks/engine";
import { type DockerAgentOptions, loadDockerAgent } from "./docker-agent/load-docker-agent.js";
import { duplicateNames } from "./duplicate-names.js";
import { type Format, formatOf } from "./format-of.js";
import { loadGatehouse } from "./gatehouse/load-gatehouse.js";
import type { PolicyTest } from "./gatehouse/policy-test.js";
import { loadMayros } from "./mayros/load-mayros.js";
import { loadMimir } from "./mimir/load-mimir.js";
import { findControl } from "./text/characters.js";
import { quote } from "./text/quote.js";
import { type Report, reportOn } from "./text/report.js";
import { readSource, type Source } from "./text/source.js";

/** How a file is read. */
export interface LoadOptions {
  /** The file's name: for issues, and for the format where none is given. The file itself is not touched. */
  readonly path: string;
  readonly format?: Format;
  /** Whose file it is. Never taken from the file itself. Default `project`. */
  readonly tier?: Tier;
  /** Position of the file's first policy among policies of equal priority; the next ones follow. Default 0. */
  readonly order?: number;
  /** How a file of the format `docker-agent` is read. */
  readonly dockerAgent?: DockerAgentOptions;
}

/** What a file holds. A file with errors may still give policies: each error says what is in force. */
export interface Loaded {
  readonly policies: readonly PolicyDefinition[];
  readonly issues: readonly Issue[];
  /** The policies of the file that are not in force. `compilePolicies` takes them, too, and denies what they would have guarded. */
  readonly lost: readonly LostPolicy[];
  /** The tests of the policies (format `gatehouse`). */
  readonly tests: readonly PolicyTest[];
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
  const { path, format = formatOf(path), tier = "project" } = options;
  const start = { path, line: 1, column: 1, offset: 0 };
  if (format === undefined) {
    return nothing(tier, {
      severity: "error",
      code: "unknown-format",
      message: `no format is known for the file name ${quote(path)}; nothing is loaded`,
      ...start,
      cure: "use the ending .md, .yaml, .yml or .json, or name the format",
    });
  }
  const read = readSource(text, path);
  if (read.kind === "refused") return nothing(tier, read.issue);
  const report = reportOn(read.source, tier);
  if (findControl(path) !== null || /[\t\n]/.test(path)) {
    report.add(0, {
      severity: "warning",
      code: "control-character",
      message: `the file name ${quote(path)} holds a control character, which can forge lines of a log`,
      cure: "rename the file",
    });
  }
  const { policies, tests } = loadAs(format, read.source, { ...options, tier }, report);
  const duplicates = format === "docker-agent" || format === "gatehouse";
  const issues = [...report.issues(), ...(duplicates ? duplicateNames(policies, "policies") : [])];
  return { policies, issues, lost: lostOf(policies, issues, report.lost(), tier), tests };
}

/** What one of the formats reads from a file. */
function loadAs(
  format: Format,
  source: Source,
  { tier = "project", order = 0, dockerAgent = {} }: LoadOptions,
  report: Report,
): Pick<Loaded, "policies" | "tests"> {
  switch (format) {
    case "mayros":
      return { policies: loadMayros(source, tier, order, report), tests: [] };
    case "docker-agent":
      return { policies: loadDockerAgent(source, tier, order, report, dockerAgent), tests: [] };
    case "mimir":
      return { policies: loadMimir(source, tier, order, report), tests: [] };
    case "gatehouse":
      return loadGatehouse(source, tier, order, report);
  }
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

function nothing(tier: Tier, issue: Issue): Loaded {
  return { policies: [], issues: [issue], lost: lostTo(issue, tier), tests: [] };
}
