import type { Issue } from "@gatehouse/condition/json";
import type { PolicyDefinition, Tier } from "@gatehouse/engine";
import { type DockerAgentOptions, loadDockerAgent } from "./docker-agent/load-docker-agent.js";
import { duplicateNames } from "./duplicate-names.js";
import { type Format, formatOf } from "./format-of.js";
import { loadGatehouse } from "./gatehouse/load-gatehouse.js";
import type { PolicyTest } from "./gatehouse/policy-test.js";
import { loadMayros } from "./mayros/load-mayros.js";
import { loadMimir } from "./mimir/load-mimir.js";
import { findControl } from "./text/characters.js";
import { quote } from "./text/quote.js";
import { reportOn } from "./text/report.js";
import { readSource } from "./text/source.js";

/** How a file is read. */
export interface LoadOptions {
  /** The file's name: for issues, and for the format where none is given. The file itself is not touched. */
  readonly path: string;
  readonly format?: Format;
  /** Who stands behind the file. Never taken from the file itself. Default `project`. */
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
  /** The tests that stand beside the policies (format `gatehouse`). */
  readonly tests: readonly PolicyTest[];
}

/**
 * Reads one policy file. Never throws for what stands in it: every problem is an issue with path, line, column and
 * cure (SPEC, "Codes").
 *
 * @param text the whole file, at most 256 KiB; bytes are decoded strictly as UTF-8
 * @example
 * const { policies, issues } = load(bytes, { path: ".mayros/hooks/guard.md" });
 */
export function load(text: string | Uint8Array, options: LoadOptions): Loaded {
  const { path, format = formatOf(path), tier = "project", order = 0 } = options;
  const start = { path, line: 1, column: 1, offset: 0 };
  if (format === undefined) {
    return nothing({
      severity: "error",
      code: "unknown-format",
      message: `no format is known for the file name ${quote(path)}; nothing is loaded`,
      ...start,
      cure: "use the ending .md, .yaml, .yml or .json, or name the format",
    });
  }
  const read = readSource(text, path);
  if (read.kind === "refused") return nothing(read.issue);
  const report = reportOn(read.source);
  if (findControl(path) !== null || /[\t\n]/.test(path)) {
    report.add(0, {
      severity: "warning",
      code: "control-character",
      message: `the file name ${quote(path)} holds a control character, which can forge lines of a log`,
      cure: "rename the file",
    });
  }
  if (format === "mayros") {
    return { policies: loadMayros(read.source, tier, order, report), issues: report.issues(), tests: [] };
  }
  if (format === "docker-agent") {
    const policies = loadDockerAgent(read.source, tier, order, report, options.dockerAgent ?? {});
    return { policies, issues: [...report.issues(), ...duplicateNames(policies, "policies")], tests: [] };
  }
  if (format === "mimir") {
    return { policies: loadMimir(read.source, tier, order, report), issues: report.issues(), tests: [] };
  }
  const { policies, tests } = loadGatehouse(read.source, tier, order, report);
  return { policies, issues: [...report.issues(), ...duplicateNames(policies, "policies")], tests };
}

function nothing(issue: Issue): Loaded {
  return { policies: [], issues: [issue], tests: [] };
}
