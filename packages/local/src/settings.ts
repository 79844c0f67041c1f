import { join, resolve } from "node:path";
import type { ProcessWord } from "./places/project-of.js";
import { type Io, UsageError } from "@gatehouse-hooks/console";
import type { ShellCalls } from "./own-config/user-settings.js";
import { type Palette, paletteFor } from "@gatehouse-hooks/console/print";
import { type AgentOptions, readAgentOptions } from "./read-agent-options.js";
import type { CellDefinition, LostPolicy, PolicyDefinition } from "@gatehouse-hooks/engine";

/** The options that every command takes, as given. */
export interface GlobalOptions {
  readonly project?: string;
  readonly config?: string;
  readonly policies?: readonly string[];
  readonly enforced?: readonly string[];
  readonly model?: string;
  readonly policyFormat?: string;
  readonly cache?: string;
  readonly store?: string;
  readonly sandbox: string;
  readonly onLoadError: string;
  readonly unknownEvents: string;
  readonly audit?: string;
  readonly auditRequired?: boolean;
  readonly json?: boolean;
  readonly hooks?: readonly string[];
  readonly color: boolean;
}

/** The options of a command line without options. */
export const DEFAULT_OPTIONS: GlobalOptions = {
  sandbox: "none",
  onLoadError: "deny",
  unknownEvents: "abstain",
  color: true,
};

/** The options that every command takes, checked. Paths are absolute. */
export interface Settings {
  readonly project: string;
  /** Other projects that a hook's session belongs to: the policies of these hold, too; absolute. Absent: none. */
  readonly also?: readonly string[];
  /** A configuration file named on the command line. */
  readonly config: string | undefined;
  /** Files and folders read instead of those of the project and the user. */
  readonly policies: readonly string[] | undefined;
  /** The format of the files of `policies`, where their names do not tell it. */
  readonly policyFormat: string | undefined;
  /** How files of some agents are read, and hooks beside them. */
  readonly agentOptions: AgentOptions;
  /** Further files and folders of the enforced tier. */
  readonly enforced: readonly string[];
  /** Asked instead of the models that the policies name: `provider/model`. */
  readonly model: string | undefined;
  /** Where verdicts are kept: `memory`, a Redis address, or the absolute path of a file. */
  readonly cache: string;
  /** The folder of compiled policies, or `off`; absent: the user's own. */
  readonly store: string | undefined;
  /** What the commands of hooks run in. */
  readonly sandbox: "none" | "bubblewrap";
  /** What a policy file that cannot be loaded means. */
  readonly onLoadError: OnLoadError;
  /** What an event means whose name is in no table, of no policy and near none. */
  readonly unknownEvents: "abstain" | "deny";
  /** The folder of the audit trail, where one is wanted. */
  readonly audit: string | undefined;
  /** A decision whose record cannot be written is a deny. */
  readonly auditRequired: boolean;
  readonly json: boolean;
  /** Folders that the built-in policies `own-config` guard beside those they know; absent: these policies are not in force. */
  readonly ownConfig?: readonly string[];
  /** What an agent calls: its tools work in the project, wherever its shell has gone. Absent: what a person or a program calls. */
  readonly isHook?: boolean;
  /** What a hook's process was told of its project: with the payload it says which project a call is of. */
  readonly word?: ProcessWord;
  /** Texts that count in place of those of files, by real path: what an editor has; absent: none. */
  readonly unsaved?: ReadonlyMap<string, string>;
  /** Policies beside those of the files; absent: none. */
  readonly more?: MorePolicies;
  /** Of policies in an agent's own words, which are loaded: those of the agent and nothing else, or, `none`, all but such. Absent: all. */
  readonly ownWords?: string;
  /** Policies are tried silently, but for those of the enforced tier: the user's settings say so. */
  readonly observe?: boolean;
  /** What becomes of shell calls that nothing stops: the user's settings say so. Absent: they pass. */
  readonly shellCalls?: ShellCalls;
  /** What becomes of policies that are tried silently (`compilePolicies`). Absent: they are switched off. */
  readonly observed?: "act" | "alone";
  /** A module that registers an SDK of OpenTelemetry, absolute: the user's settings name it. Absent: nothing is traced. */
  readonly tracing?: string;
  /** Modules with the user's own hooks, absolute; absent: none. */
  readonly hooks?: readonly string[];
}

/** `deny`: every gating event is denied until the file loads. `warn`: decisions carry a warning. */
type OnLoadError = "deny" | "warn";

/** What a command works with. */
export interface Context {
  readonly io: Io;
  readonly settings: Settings;
  /** Colours of stdout. */
  readonly colors: Palette;
  /** Colours of stderr. */
  readonly noticeColors: Palette;
}

/** Checks the options and opens the context of a command. */
export function contextOf(options: GlobalOptions, io: Io): Context {
  const { onLoadError, sandbox, unknownEvents } = options;
  if (sandbox !== "none" && sandbox !== "bubblewrap") {
    throw new UsageError(`--sandbox is \`${sandbox}\``, "write `bubblewrap` or `none`");
  }
  if (unknownEvents !== "abstain" && unknownEvents !== "deny") {
    throw new UsageError(`--unknown-events is \`${unknownEvents}\``, "write `abstain` or `deny`");
  }
  if (onLoadError !== "deny" && onLoadError !== "warn") {
    throw new UsageError(`--on-load-error is \`${onLoadError}\``, "write `deny` or `warn`");
  }
  const absolute = (path: string): string => resolve(io.cwd, path);
  const { audit, store, cache } = placesFrom(options, io.env);
  if (options.auditRequired === true && audit === undefined) {
    throw new UsageError("--audit-required without an audit trail", "name its folder with --audit");
  }
  return {
    io,
    settings: {
      project: absolute(options.project ?? "."),
      config: options.config === undefined ? undefined : absolute(options.config),
      policies: options.policies?.map(absolute),
      policyFormat: options.policyFormat,
      agentOptions: readAgentOptions({ ...options }),
      enforced: (options.enforced ?? []).map(absolute),
      model: options.model,
      cache: cachePlace(cache ?? "memory", absolute),
      store: storeOption(store, absolute),
      sandbox,
      onLoadError,
      unknownEvents,
      audit: audit === undefined ? undefined : absolute(audit),
      auditRequired: options.auditRequired === true,
      json: options.json === true,
    },
    colors: paletteFor(io.stdout, io.env, options.color),
    noticeColors: paletteFor(io.stderr, io.env, options.color),
  };
}

/** An empty variable is one that is not set. */
function placesFrom(
  options: GlobalOptions,
  env: Io["env"],
): Pick<GlobalOptions, "audit" | "store" | "cache"> {
  const audit = options.audit ?? (env["GATEHOUSE_AUDIT"] || undefined);
  const store = options.store ?? (env["GATEHOUSE_STORE"] || undefined);
  const cache = options.cache ?? (env["GATEHOUSE_CACHE"] || undefined);
  return {
    ...(audit !== undefined && { audit }),
    ...(store !== undefined && { store }),
    ...(cache !== undefined && { cache }),
  };
}

function storeOption(place: string | undefined, absolute: (path: string) => string): string | undefined {
  if (place === "") throw new UsageError("--store is empty", "write `off`, or a folder of your own");
  return place === undefined || place === "off" ? place : absolute(place);
}

/** An address and `memory` as they are, anything else as a path. */
function cachePlace(place: string, absolute: (path: string) => string): string {
  if (place === "") throw new UsageError("--cache is empty", "write `memory`, a path, or redis://host:port");
  const isAddress = place.startsWith("redis://") || place.startsWith("rediss://");
  return place === "memory" || isAddress ? place : absolute(place);
}

/** Writes data to stdout: lines for people, which fit its width, or one JSON document. */
export async function printResult(context: Context, json: unknown, lines: readonly string[]): Promise<void> {
  const { stdout, home } = context.io;
  const { columns } = stdout;
  // No terminal is one of a hook: what fits lines is not loaded for its answer.
  const fitted =
    columns === undefined || context.settings.json
      ? lines
      : (await import("@gatehouse-hooks/console/print/fit-lines")).fitLines(lines, { columns, home });
  await printAsIs(context, json, fitted);
}

/** The same, for lines that a program reads, too: none is wrapped. */
export async function printAsIs(context: Context, json: unknown, lines: readonly string[]): Promise<void> {
  const text = context.settings.json ? JSON.stringify(json, null, 2) : lines.join("\n");
  if (text === "") return;
  const { stdout } = context.io;
  await (stdout.writeNow ?? stdout.write)(`${text}\n`);
}

/** Where hooks keep verdicts, unless another store is named. */
export function hookVerdicts(home: string): string {
  return join(home, ".gatehouse", "cache", "verdicts");
}

/** Policies of the user's that come from no policy file, and what is not in force of them. */
export interface MorePolicies {
  readonly policies: readonly PolicyDefinition[];
  readonly lost: readonly LostPolicy[];
  /** What they remember. */
  readonly memory?: readonly CellDefinition[];
}
