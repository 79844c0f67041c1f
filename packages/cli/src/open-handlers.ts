import type { HandlerFunction, Handlers } from "@gatehouse/runtime";
import { builtinHandlers, commandHandler, approvedCommands } from "@gatehouse/runtime";
import { interpretHook, interpretMimir, MIMIR_EVENTS, mimirEnvironment } from "@gatehouse/formats";
import { approveOnTerminal } from "./commands/approve-on-terminal.js";
import { judgeFromEnvironment, type TellNotice } from "./judge-from-environment.js";
import type { Context } from "./settings.js";
import { processTerminal } from "./terminal.js";

const MIMIR: ReadonlySet<string> = new Set(MIMIR_EVENTS.map(({ name }) => name));

/**
 * What answers the policies' questions in a command's runtime: the judge of the environment, commands as the user who runs
 * Gatehouse, the builtins. The event's name says in which format's words a command speaks.
 *
 * @param model `provider/model`, asked where a policy names none
 */
export function openHandlers(
  { io, settings }: Context,
  model: string,
  onNotice: TellNotice,
): Handlers & { readonly judge: HandlerFunction<"judge">; readonly command: HandlerFunction<"command"> } {
  const interpretOutput = interpretHook();
  const command = commandHandler({
    env: io.env,
    cwd: settings.project,
    interpret: (run, need) =>
      MIMIR.has(need.event.event) ? interpretMimir(run) : interpretOutput(run, need),
    variables: (need, env) => (MIMIR.has(need.event.event) ? mimirEnvironment(need, env) : {}),
  });
  return {
    judge: judgeFromEnvironment(io.env, model, onNotice),
    command: approvedCommands(command, { approve: approveOnTerminal(processTerminal()) }),
    builtin: builtinHandlers({ env: io.env, cwd: settings.project, home: io.home }),
  };
}
