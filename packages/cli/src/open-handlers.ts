import type { CommandHandler } from "@gatehouse/engine";
import type { HandlerFunction, Handlers } from "@gatehouse/runtime";
import { approvedCommands, bubblewrapArgv, builtinHandlers, commandHandler } from "@gatehouse/runtime";
import { join } from "node:path";
import { dockerAgentVariables, interpretHook, interpretMimir, mimirEnvironment } from "@gatehouse/formats";
import { approveOnTerminal } from "./commands/approve-on-terminal.js";
import { judgeFromEnvironment, type TellNotice } from "./judge-from-environment.js";
import type { Context } from "./settings.js";
import { processTerminal } from "./terminal.js";

const isMimir = (handler: CommandHandler): boolean => handler.contract === "mimir";

/**
 * What answers the policies' questions in a command's runtime: the judge of the environment, commands as the user who runs
 * Gatehouse, the builtins. A command speaks in the words of its format.
 *
 * @param model `provider/model`, asked where a policy names none
 */
export function openHandlers(
  { io, settings }: Context,
  model: string,
  onNotice: TellNotice,
): Handlers & { readonly judge: HandlerFunction<"judge">; readonly command: HandlerFunction<"command"> } {
  const interpretOutput = interpretHook();
  const host = dockerAgentVariables();
  const command = commandHandler({
    env: io.env,
    cwd: settings.project,
    // A hook that is boxed in cannot change the rules that box it in.
    ...(settings.sandbox === "bubblewrap" && {
      sandbox: (argv, cwd) =>
        bubblewrapArgv(argv, {
          cwd,
          readOnly: [".gatehouse", ".mayros", ".mimir"].map((name) => join(cwd, name)),
        }),
    }),
    interpret: (run, need) => (isMimir(need.handler) ? interpretMimir(run) : interpretOutput(run, need)),
    variables: (need, env) =>
      isMimir(need.handler) ? mimirEnvironment(need, env) : host.variables(need, env),
    workingDir: (need, env) =>
      isMimir(need.handler) ? (need.handler.workingDir ?? ".") : host.workingDir(need, env),
  });
  return {
    judge: judgeFromEnvironment(io.env, model, onNotice),
    command: approvedCommands(command, { approve: approveOnTerminal(processTerminal()) }),
    builtin: builtinHandlers({ env: io.env, cwd: settings.project, home: io.home }),
  };
}
