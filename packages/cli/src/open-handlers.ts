import type { CommandHandler } from "@gatehouse-hooks/engine";
import type { Argv, Environment } from "@gatehouse-hooks/commands";
import type { HandlerFunction, Handlers, NeedOf } from "@gatehouse-hooks/runtime";
import { approvedCommands } from "@gatehouse-hooks/runtime";
import { bubblewrapArgv, builtinHandlers, commandHandler } from "@gatehouse-hooks/commands";
import { resolve } from "node:path";
import {
  dockerAgentVariables,
  finalMimirCommand,
  interpretHook,
  interpretMimir,
  mimirEnvironment,
} from "@gatehouse-hooks/hosts";
import { approveOnTerminal } from "./commands/approve-on-terminal.js";
import { judgeFromEnvironment, type TellNotice } from "./judge-from-environment.js";
import type { FoundConfig } from "./load/find-config.js";
import type { OrganisationSettings } from "./load/organisation-settings.js";
import { protectedPlaces } from "./protected-places.js";
import type { Context } from "./settings.js";

/** What decides how questions are answered, apart from the command line. */
export interface HandlerSettings {
  /** `provider/model`, asked where a policy names none. */
  readonly model: string;
  readonly found: FoundConfig;
  /** Its setting of the sandbox counts whatever the command line says. */
  readonly organisation: Pick<OrganisationSettings, "sandbox">;
}

const isMimir = (handler: CommandHandler): boolean => handler.contract === "mimir";

/**
 * What answers the policies' questions in a command's runtime: the judge of the environment, commands as the user that runs
 * Gatehouse, the builtins. A command's output is read as its format says.
 *
 * A command in the sandbox can neither change nor create what the next decision is read from: policies, configuration, the list
 * of trusted files, git's settings and hooks (`protectedPlaces`). It can change everything else in its directory.
 */
export function openHandlers(
  context: Context,
  { model, found, organisation }: HandlerSettings,
  onNotice: TellNotice,
): Handlers & { readonly judge: HandlerFunction<"judge">; readonly command: HandlerFunction<"command"> } {
  const { io, settings } = context;
  const interpretOutput = interpretHook();
  const host = dockerAgentVariables();
  const variables = (need: NeedOf<"command">, env: Environment): Environment =>
    isMimir(need.handler) ? mimirEnvironment(need, env) : host.variables(need, env);
  const workingDir = (need: NeedOf<"command">, env: Environment): string =>
    isMimir(need.handler) ? (need.handler.workingDir ?? ".") : host.workingDir(need, env);
  const command = commandHandler({
    env: io.env,
    cwd: settings.project,
    ...((settings.sandbox === "bubblewrap" || organisation.sandbox === "required") && {
      sandbox: (argv: Argv, cwd: string) =>
        bubblewrapArgv(argv, { cwd, readOnly: protectedPlaces(context, found, cwd) }),
    }),
    interpret: (run, need) =>
      isMimir(need.handler) ? interpretMimir(run, need) : interpretOutput(run, need),
    variables,
    workingDir,
  });
  return {
    judge: judgeFromEnvironment(io.env, model, onNotice),
    command: approvedCommands(command, {
      approve: approveOnTerminal(io.terminal?.()),
      run: (need) => {
        const set = { ...need.handler.env, ...variables(need, io.env) };
        return {
          workingDir: resolve(settings.project, workingDir(need, io.env)),
          variables: set,
          ...(isMimir(need.handler) ? { finalCommand: finalMimirCommand(need.handler.command, set) } : {}),
        };
      },
    }),
    builtin: builtinHandlers({ env: io.env, cwd: settings.project, home: io.home }),
  };
}
