import { type Argv, bubblewrapArgv, builtinHandlers, commandHandler } from "@gatehouse-hooks/commands";
import { approvedCommands, type HandlerFunction, type Handlers } from "@gatehouse-hooks/runtime";
import { resolve } from "node:path";
import { templateBuiltins, HOSTS, wordsOf } from "@gatehouse-hooks/hosts";
import { approveOnTerminal } from "./approve-on-terminal.js";
import { judgeFromEnvironment, type TellNotice } from "./judge-from-environment.js";
import type { FoundConfig } from "../places/find-config.js";
import type { OrganisationSettings } from "../places/organisation-settings.js";
import { protectedPlaces } from "./protected-places.js";
import type { Context } from "../settings.js";
import type { Event } from "@gatehouse-hooks/engine";
import { own } from "@gatehouse-hooks/json";
import { realpathSync, statSync } from "node:fs";
import { isFolderPath, isWithin } from "../places/linked-worktree.js";

/** What decides how questions are answered, apart from the command line. */
interface HandlerSettings {
  /** `provider/model`, asked where a policy names none. */
  readonly model: string;
  readonly found: FoundConfig;
  /** Its setting of the sandbox counts whatever the command line says. */
  readonly organisation: Pick<OrganisationSettings, "sandbox">;
}

const words = wordsOf(HOSTS);

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
  const { variables } = words;
  const workingDir: typeof words.workingDir = ({ handler, event }, env) => {
    const given = words.workingDir({ handler, event }, env);
    return words.runsInEventFolder(handler.contract)
      ? resolve(eventFolder(event, settings.project), given)
      : given;
  };
  const command = commandHandler({
    env: io.env,
    cwd: settings.project,
    ...((settings.sandbox === "bubblewrap" || organisation.sandbox === "required") && {
      sandbox: (argv: Argv, cwd: string) =>
        bubblewrapArgv(argv, { cwd, readOnly: protectedPlaces(context, found, cwd) }),
    }),
    interpret: words.interpret,
    exitDecides: ({ handler }) => words.decidesByExit(handler.contract),
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
          ...words.finalCommand(need.handler, set),
          // What is typed for an agent would be an answer to a question on its terminal.
          ...(settings.isHook === true ? {} : words.questionOf(need.handler.contract)),
        };
      },
    }),
    builtin: {
      ...builtinHandlers({ env: io.env, cwd: settings.project, home: io.home }),
      ...templateBuiltins,
    },
  };
}

/**
 * The folder that an event names, where it exists and is one of the project, links followed; else the project: a command must not be one
 * of a folder that anybody could have put there.
 *
 * @param project absolute
 */
function eventFolder(event: Event, project: string): string {
  const said = own(event, "cwd");
  if (!isFolderPath(said)) return project;
  try {
    const folder = realpathSync(said);
    return statSync(folder).isDirectory() && isWithin(realpathSync(project), folder) ? folder : project;
  } catch {
    return project;
  }
}
