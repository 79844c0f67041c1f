import { resolve } from "node:path";
import type { Io } from "./io.js";
import { type Palette, paletteFor } from "./print/palette.js";
import { UsageError } from "./usage-error.js";

/** The options that every command takes, as given. */
export interface GlobalOptions {
  readonly project?: string;
  readonly config?: string;
  readonly policies?: readonly string[];
  readonly enforced?: readonly string[];
  readonly model?: string;
  readonly onLoadError: string;
  readonly json?: boolean;
  readonly color: boolean;
}

/** The options that every command takes, checked. Paths are absolute. */
export interface Settings {
  readonly project: string;
  /** A configuration file named on the command line. */
  readonly config: string | undefined;
  /** Files and folders read instead of those of the project and the user. */
  readonly policies: readonly string[] | undefined;
  /** Further files and folders of the enforced tier. */
  readonly enforced: readonly string[];
  /** Asked instead of the models that the policies name: `provider/model`. */
  readonly model: string | undefined;
  /** What a policy file that cannot be loaded means. */
  readonly onLoadError: OnLoadError;
  readonly json: boolean;
}

/** `deny`: every gating event is denied until the file loads. `warn`: decisions carry a warning. */
export type OnLoadError = "deny" | "warn";

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
  const { onLoadError } = options;
  if (onLoadError !== "deny" && onLoadError !== "warn") {
    throw new UsageError(`--on-load-error is \`${onLoadError}\``, "write `deny` or `warn`");
  }
  const absolute = (path: string): string => resolve(io.cwd, path);
  return {
    io,
    settings: {
      project: absolute(options.project ?? "."),
      config: options.config === undefined ? undefined : absolute(options.config),
      policies: options.policies?.map(absolute),
      enforced: (options.enforced ?? []).map(absolute),
      model: options.model,
      onLoadError,
      json: options.json === true,
    },
    colors: paletteFor(io.stdout, io.env, options.color),
    noticeColors: paletteFor(io.stderr, io.env, options.color),
  };
}

/** Writes data to stdout: lines for people, or one JSON document. */
export async function print(context: Context, json: unknown, lines: readonly string[]): Promise<void> {
  const text = context.settings.json ? JSON.stringify(json, null, 2) : lines.join("\n");
  if (text !== "") await context.io.stdout.write(`${text}\n`);
}
