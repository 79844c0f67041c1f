import type { Issue, JsonObject } from "@gatehouse-hooks/json";
import { positionOf, type Source } from "../text/source.js";

const MAX_TEXT = 120;

/** The place of a rule that begins and ends at these offsets of the source. */
export function rulePlace(source: Source, start: number, end: number): RulePlace {
  const { line, column } = positionOf(source, start);
  const text = source.text
    .slice(start, Math.min(end, start + 4 * MAX_TEXT))
    .replaceAll(/\s+/g, " ")
    .trim();
  return { line, column, text: text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text };
}

/** A rule file of an agent, as it was found. */
export interface RuleFile {
  /** As it is shown; what a file is, is told by its last segments and by its content. */
  readonly path: string;
  readonly text: string;
}

/** Reads the rule files of one kind. Pure: no file system, no clock. */
export interface RuleImporter {
  /** What `--from` takes: `claude-permissions`. */
  readonly name: string;
  /** The agent that has such files: what they allow is allowed to it alone. */
  readonly host: string;
  /** As people call them: `Claude Code's permissions`. */
  readonly title: string;
  /** Where such files are: relative to the project, or to the home folder with `~/`; `*` within one segment. */
  readonly places: readonly string[];
  /** Whether it is such a file, by name and content. */
  readonly recognises: (file: RuleFile) => boolean;
  readonly read: (file: RuleFile, options?: ReadRulesOptions) => ImportedRules;
}

/** What an importer is told about the machine that it reads for. */
export interface ReadRulesOptions {
  /** Whether the command of a hook is Gatehouse's own; absent: none is. */
  readonly isOwnHook?: (command: string) => boolean;
}

/** What became of a rule file: every rule in it is in `policies`, in `notKept`, or in both, but for the hooks of Gatehouse itself. */
export interface ImportedRules {
  readonly policies: readonly ImportedPolicy[];
  readonly notKept: readonly NotKept[];
  /** Why the file, or a part of it, could not be read. */
  readonly issues: readonly Issue[];
  /** How many hooks of Gatehouse itself were passed over; absent: none. */
  readonly ownHooks?: number;
}

/** A policy as it is written into a native file. */
export interface ImportedPolicy {
  /** With `id`, `events`, and `tests` that show both what it stops and what it lets pass. */
  readonly policy: JsonObject;
  readonly from: RulePlace;
  /** Further rules that the policy says, too. */
  readonly also?: readonly RulePlace[];
  /** In which way it decides otherwise than the rule did, where it does: stricter, wider, other order. */
  readonly differs?: string;
}

/** A rule, or what a rule says, that has no equal here. */
export interface NotKept {
  readonly from: RulePlace;
  readonly reason: string;
  /** What to do instead. */
  readonly instead?: string;
  /** A rule that denies or asks, or may: what it says of a call is not known here. `beside`: its file is read as it is, so it is not lost. */
  readonly guards?: true | "beside";
}

/** Where a rule was, lines and columns from 1, and its text, shortened. */
export interface RulePlace {
  readonly line: number;
  readonly column: number;
  readonly text: string;
}
