import { type boxOf, type BoxProfile, SANDBOX_TARGETS } from "@gatehouse-hooks/box";
import { UsageError } from "@gatehouse-hooks/console";
import { printable } from "@gatehouse-hooks/console/print";
import { type Context, printAsIs } from "@gatehouse-hooks/local";
import { loadPolicies } from "@gatehouse-hooks/local/places";
import {
  boxHere,
  recordRefusal,
  recordUnsound,
  requireWhole,
  SESSION_NAME,
  toldLine,
  UNSOUND_LINE,
} from "@gatehouse-hooks/boxes/kept";
import { boxSettings, type SettingsAct } from "./box-settings.js";
import { profileOfCommand, runBoxed } from "@gatehouse-hooks/boxes/box";

/** The options of `gatehouse box`. */
interface BoxFlags {
  /** Print the profile, and run nothing. */
  readonly show: boolean;
  /** The agent whose own sandbox is to be told. */
  readonly settings: string | undefined;
  /** With `settings`: write them. */
  readonly write: boolean;
  /** With `settings`: take them back. */
  readonly undo: boolean;
  /** Say on standard error, where the command fails, that it ran in a box and what that holds. */
  readonly told: boolean;
  /** The session whose boxes share a `/tmp` and a network. */
  readonly session: string | undefined;
}

/** The agents whose own sandbox can be told what policies say. */
export const SANDBOXED: readonly string[] = SANDBOX_TARGETS.map(({ agent }) => agent);

/** The exit code of a command that was not run, since its box could not be made. */
const UNMADE = 125;
const UNKNOWN_COMMAND = 127;

/**
 * `gatehouse box -- COMMAND`: runs a command in a box that is compiled of the policies in force and of those that guard the agents'
 * own configuration.
 *
 * @param context that of a hook: with the policies that guard the agents' own configuration
 * @throws UsageError without a command, and where policies cannot be loaded
 */
export async function box(context: Context, command: readonly string[], flags: BoxFlags): Promise<number> {
  const { io, settings } = context;
  if (flags.settings !== undefined) {
    const { set } = requireWhole(await loadPolicies(io, settings));
    await boxSettings(context, flags.settings, set, actOf(flags));
    return 0;
  }
  if (flags.write || flags.undo)
    throw new UsageError(
      `\`--${flags.write ? "write" : "undo"}\` is about the settings of an agent's sandbox`,
      "gatehouse box --settings AGENT --write",
    );
  const { profile, coverage } = await boxHere(context);
  if (flags.show) {
    const json = { profile, coverage: coverage.map(shown) };
    await printAsIs(context, json, JSON.stringify(json, null, 2).split("\n"));
    return 0;
  }
  const [program, ...args] = command;
  if (program === undefined)
    throw new UsageError("no command to run in a box", "write it after `--`: gatehouse box -- npm test");
  return await runAndTell(context, [program, ...args], profile, flags);
}

/** Runs a command in its box, and says and records what that has refused. */
async function runAndTell(
  context: Context,
  command: readonly [string, ...string[]],
  profile: BoxProfile,
  flags: BoxFlags,
): Promise<number> {
  const { io, settings } = context;
  const { project } = settings;
  const place = { workspace: project, cwd: io.cwd, home: io.home, env: io.env, session: sessionOf(flags) };
  const call = flags.told ? profileOfCommand(profile, command, place) : null;
  const ended = await runBoxed(command, call?.profile ?? profile, place, flags.told);
  switch (ended.kind) {
    case "ended":
      for (const line of ended.refusedHosts) {
        await recordRefusal(context, command, line);
        await io.stderr.write(`${line}\n`);
      }
      for (const line of ended.refusedPlaces) await io.stderr.write(`${printable(line)}\n`);
      if (ended.isRefused && call?.tellsFaults === true) {
        await recordUnsound(context, command);
        await io.stderr.write(`${UNSOUND_LINE}\n`);
      }
      if (flags.told && ended.code !== 0) await io.stderr.write(`${toldLine(profile, project)}\n`);
      return ended.code;
    case "unknown-command":
      await io.stderr.write(`gatehouse box: \`${command[0]}\` is not on the PATH; nothing was run\n`);
      return UNKNOWN_COMMAND;
    case "unmade":
      await io.stderr.write(`gatehouse box: the box could not be made, and nothing was run: ${ended.why}\n`);
      return UNMADE;
  }
}

/** @throws UsageError for a name that is not that of a folder */
function sessionOf({ session }: BoxFlags): string | undefined {
  if (session === undefined || SESSION_NAME.test(session)) return session;
  throw new UsageError(
    `\`${printable(session)}\` is not the name of a session`,
    "write letters, digits and hyphens",
  );
}

function actOf({ write, undo }: BoxFlags): SettingsAct {
  if (write && undo) throw new UsageError("`--write` and `--undo` at once", "write one of the two");
  return write ? "write" : undo ? "undo" : "show";
}

function shown({ policy, held, open }: ReturnType<typeof boxOf>["coverage"][number]): object {
  return { policy, held, open: open.map(({ why }) => why) };
}
