import { createSnapshots, type SnapshotSession } from "@gatehouse-hooks/commands";
import { exitCode, type ExitCode, UsageError } from "@gatehouse-hooks/console";
import { printable } from "@gatehouse-hooks/console/print";
import { type Context, printResult } from "@gatehouse-hooks/local";

interface UndoOptions {
  /** Show what can be taken back, and change nothing. */
  readonly list: boolean;
  /** Default: the session that changed last. */
  readonly session: string | undefined;
}

/** What `--list --json` prints. */
export interface UndoListJson {
  readonly sessions: readonly SnapshotSession[];
}

/** What `--json` prints. */
export type UndoJson =
  | { readonly kind: "undone"; readonly files: readonly string[] }
  | { readonly kind: "nothing-to-undo" }
  | { readonly kind: "failed"; readonly message: string };

/** The files of one checkpoint that are shown. */
const MAX_SHOWN = 5;

/**
 * `gatehouse undo`: the files of the project become what they were before the last change that the builtin `snapshot` has
 * recorded; `--list` shows the recorded changes. Exit code 1 when git does not manage to.
 */
export async function undo(context: Context, { list, session }: UndoOptions): Promise<ExitCode> {
  const { io, settings, colors } = context;
  const snapshots = createSnapshots({ env: io.env, home: io.home });
  const known = await snapshots.sessions(settings.project);
  const chosen = session === undefined ? known : known.filter((one) => one.session === session);
  if (session !== undefined && chosen.length === 0) {
    throw new UsageError(`no changes of a session \`${session}\` are recorded`, "gatehouse undo --list");
  }
  if (list) {
    await printResult(
      context,
      { sessions: chosen } satisfies UndoListJson,
      chosen.length === 0 ? [NOTHING] : chosen.flatMap(linesOf),
    );
    return exitCode.fine;
  }
  const [last] = chosen;
  const files = last?.checkpoints.at(-1)?.files ?? [];
  const undone =
    last === undefined
      ? ({ kind: "nothing-to-undo" } as const)
      : await snapshots.undo(last.session, settings.project);
  if (undone.kind === "failed") {
    await printResult(context, undone satisfies UndoJson, [
      `${colors.red("failed")} ${printable(undone.message)}`,
    ]);
    return exitCode.refused;
  }
  const lines =
    undone.kind === "nothing-to-undo"
      ? [NOTHING]
      : [`taken back: ${shown(files)}`, colors.dim(`session ${printable(last?.session ?? "")}`)];
  const json: UndoJson = undone.kind === "undone" ? { kind: undone.kind, files } : undone;
  await printResult(context, json, lines);
  return exitCode.fine;
}

const NOTHING = "nothing to take back: no policy with the builtin `snapshot` has recorded a change here";

function linesOf({ session, checkpoints }: SnapshotSession): readonly string[] {
  return [
    `session ${printable(session)}`,
    ...checkpoints.map(({ at, files }) => `    ${at}  ${shown(files)}`).reverse(),
  ];
}

function shown(files: readonly string[]): string {
  const names = files.slice(0, MAX_SHOWN).map(printable).join(", ");
  return files.length > MAX_SHOWN ? `${names} and ${files.length - MAX_SHOWN} more` : names;
}
