import { own } from "@gatehouse-hooks/json";
import type { CommandHandler } from "@gatehouse-hooks/engine";
import type { CommandWords } from "../command-words.js";
import { type HookWords, parseHookOutput } from "./output/parse-hook-output.js";

/** Variables by name, own properties only. */
export type HostVariables = Readonly<Record<string, string | undefined>>;

/** What the runtime's command handler needs to run hooks with the host's variables in place. */
export interface DockerAgentVariables {
  /** The hook's `env`; fits the option `variables`. */
  readonly variables: (need: HookNeed, host: HostVariables) => HostVariables;
  /** The hook's `working_dir`; fits the option `workingDir`. */
  readonly workingDir: (need: HookNeed, host: HostVariables) => string;
}

/** The part of a command's need that matters here. */
export interface HookNeed {
  readonly handler: Pick<CommandHandler, "env" | "workingDir" | "contract">;
}

const ENV_REFERENCE = /\$\{env\.([A-Za-z_][A-Za-z0-9_]*)\}/g;
const REFERENCE =
  /\$\{env\.([A-Za-z_][A-Za-z0-9_]*)\}|\$\{([A-Za-z_][A-Za-z0-9_]*)\}|\$([A-Za-z_][A-Za-z0-9_]*)/g;

/**
 * Puts the host's variables into a hook's `env` (`${env.NAME}`) and `working_dir` (also `${NAME}`, `$NAME` and a leading
 * `~`), at each run and once: a value is not expanded again (SPEC, "Variables of the host"). Hooks of generation `2026-05`
 * get both as they are written.
 */
export function dockerAgentVariables(): DockerAgentVariables {
  return {
    variables: ({ handler }, host) => {
      if (isAsWritten(handler)) return {};
      return Object.fromEntries(
        Object.entries(handler.env ?? {}).map(([name, text]) => [
          name,
          text.replace(ENV_REFERENCE, (_, wanted: string) => own(host, wanted) ?? ""),
        ]),
      );
    },
    workingDir: ({ handler }, host) => {
      const written = handler.workingDir ?? ".";
      return isAsWritten(handler) ? written : directoryOf(written, host);
    },
  };
}

/** Only the newest generation has references, and native policies as it has. */
function isAsWritten({ contract = "gatehouse" }: HookNeed["handler"]): boolean {
  return contract !== "gatehouse" && contract !== "docker-agent";
}

/** A directory that needs a missing variable stays as it is written, so that the hook fails and runs nowhere else. */
function directoryOf(written: string, host: HostVariables): string {
  let whole = true;
  const value = (name: string): string => {
    const found = own(host, name) ?? "";
    if (found === "") whole = false;
    return found;
  };
  const home = /^~(?=\/|$)/.test(written) ? value("HOME") : "";
  const text = (home === "" ? written : written.slice(1)).replace(
    REFERENCE,
    (_, env?: string, braced?: string, bare?: string) => value(env ?? braced ?? bare ?? ""),
  );
  return whole ? `${home}${text}` : written;
}

/**
 * The words of docker-agent's hook commands, of one generation; and of native policies, which speak the newest ones and are
 * read strictly.
 */
export function dockerAgentWords(words: HookWords): CommandWords {
  const { variables, workingDir } = dockerAgentVariables();
  return {
    variables,
    workingDir,
    interpret: (run, { event, handler }) =>
      parseHookOutput(run, event, { words, strict: handler.strictOutput === true }),
  };
}
