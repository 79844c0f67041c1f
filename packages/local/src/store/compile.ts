import { policiesOf } from "@gatehouse-hooks/engine";
import { dirname, resolve } from "node:path";
import { errorCodeOf, exitCode, type ExitCode, UsageError } from "@gatehouse-hooks/console";
import {
  countIssues,
  issueLines,
  noteLine,
  plural,
  printable,
  type PrintedIssue,
} from "@gatehouse-hooks/console/print";
import { type Context, printResult } from "../settings.js";
import { compileForDecisions } from "./compile-for-decisions.js";
import { needsRootsStore } from "./read-store.js";
import { type StorePlace, storePlace } from "./store-place.js";
import { writeStore } from "./write-store.js";
import { writerMark } from "./store-place.js";

/** What `--json` prints. */
export interface CompileJson {
  readonly ok: boolean;
  /** How many. */
  readonly policies: number;
  readonly files: readonly string[];
  /** The files that were written. */
  readonly stored: readonly string[];
  /** Of one of them. */
  readonly bytes: number;
  /** Which program wrote them: another one does not read them. */
  readonly writer: string;
  readonly issues: readonly PrintedIssue[];
  readonly notices: readonly string[];
}

/**
 * `gatehouse compile`: compiles the policies that `decide` would use with the same options, and writes them to its store. Exit code 1
 * with errors: the store then denies what was lost, as the policies would.
 *
 * @param out a file that is written, too
 */
export async function compileStore(context: Context, out: string | undefined): Promise<ExitCode> {
  const { io, settings, colors } = context;
  const compiled = await compileForDecisions(io, settings);
  const { set, issues, notices, files, looks } = compiled;
  const why = looks === null ? CHANGING : rootsReason(context);
  const places = why === null ? placesOf(context, out) : [];
  if (out !== undefined && looks === null) throw new UsageError(CHANGING);
  let bytes = 0;
  for (const place of places) {
    if (looks === null) continue;
    ({ bytes } = await writeStore(place, compiled, looks).catch((error: unknown) => {
      throw new UsageError(
        `cannot write \`${place.file}\`: ${errorCodeOf(error) ?? "unknown"}`,
        "name another place: --store FOLDER",
      );
    }));
  }
  const policies = policiesOf(set).length;
  const failed = issues.some(({ severity }) => severity === "error");
  const stored = places.map(({ file }) => file);
  const writer = writerMark();
  const json: CompileJson = { ok: !failed, policies, files, stored, bytes, writer, issues, notices };
  await printResult(context, json, [
    ...notices.map((notice) => noteLine(colors, notice)),
    ...(why === null ? [] : [`${colors.yellow("note")} not stored: ${why}`]),
    ...issueLines(issues, colors),
    ...stored.map((file) => `${printable(file)}: ${plural(bytes, "byte")}`),
    `${plural(policies, "policy", "policies")} of ${plural(files.length, "file")}, ${countIssues(issues)}`,
  ]);
  return failed ? exitCode.refused : exitCode.fine;
}

const CHANGING = "what was read cannot be looked at again: a file was unreadable, too large or changing";

function rootsReason({ settings }: Context): string | null {
  if (!needsRootsStore(settings) || process.getuid?.() === 0) return null;
  return "there are policies of the enforced tier, and only root's store may speak for them";
}

/** The store of these settings, and the file that was named. */
function placesOf({ io, settings }: Context, out: string | undefined): readonly StorePlace[] {
  const own = storePlace(io, settings);
  if (out === undefined) {
    if (own === null)
      throw new UsageError("stores are off", "name a file with --out, or a folder with --store");
    return [own];
  }
  const file = resolve(io.cwd, out);
  const key = storePlace(io, { ...settings, store: dirname(file) })?.key ?? "";
  return [...(own === null ? [] : [own]), { file, folder: dirname(file), key }];
}
