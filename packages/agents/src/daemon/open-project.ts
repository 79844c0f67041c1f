import { besideFiles, decideShellCall } from "../answer-hook.js";
import { type Look, sameLooks } from "@gatehouse-hooks/runtime";
import { hookContext, inProject, PLAIN_OPTIONS } from "../hook/hook-context.js";
import { openDecider } from "../hook/open-decider.js";
import { readUserSettings } from "@gatehouse-hooks/local/own-config";
import type { CallProject } from "@gatehouse-hooks/local/places";
import type { Io } from "@gatehouse-hooks/console";
import type { Context } from "@gatehouse-hooks/local";
import { compileForDecisions, placeholdersAt } from "@gatehouse-hooks/local/store";
import type { ProjectBox } from "@gatehouse-hooks/boxes/kept";
import type { OpenedProject } from "./projects.js";

/** Policies whose sources cannot be looked at again are loaded anew after this time, in ms. */
const UNREPEATABLE_MS = 1_000;

/** What was looked at so short a time ago, in ms, is still the same: under load each call finds a look of the one before it. */
const JUST_LOOKED_MS = 10;

/** The most problems that are kept of a load. */
const MAX_BROKEN = 20;

/** Opens a project as a hook would whose call is of it, with everything it may ask. */
export async function openProject(io: Io, of: CallProject): Promise<OpenedProject> {
  const { project } = of;
  const settings = JSON.stringify(readUserSettings(io.home));
  const context = inProject(hookContext(io, project, { ...PLAIN_OPTIONS, project }), of);
  const compiled = await compileForDecisions(context.io, context.settings, besideFiles(context));
  const { looks, lost } = compiled;
  const decider = await openDecider(context, { policies: compiled, more: besideFiles(context) });
  const freshness = freshnessOf(looks?.looks ?? null, io.home);
  // They are not among the policies, and an editor may write them in place: what is tried silently, or not guarded, ends with them.
  const hasSameSettings = (): boolean => JSON.stringify(readUserSettings(io.home)) === settings;
  let box: Promise<ProjectBox> | undefined;
  return {
    box: () => (box ??= boxOfProject(context)),
    decide: async (event) => {
      const decision = await decideShellCall(context, event, decider.decide);
      // The next call may come soon: the look that it needs is taken while it is on its way.
      setImmediate(() => freshness.look());
      return decision;
    },
    close: decider.close,
    isFresh: () => freshness.isFresh() && hasSameSettings(),
    broken: lost.slice(0, MAX_BROKEN).map(({ file, why }) => `${file}: ${why}`),
  };
}

async function boxOfProject(context: Context): Promise<ProjectBox> {
  const { boxHere } = await import("@gatehouse-hooks/boxes/kept");
  return { box: await boxHere(context), context };
}

/** Whether what was loaded is still as it was on the disk. */
interface Freshness {
  readonly isFresh: () => boolean;
  /** Looks, so that asking soon afterwards costs nothing. */
  readonly look: () => void;
}

function freshnessOf(looks: readonly Look[] | null, home: string): Freshness {
  const loaded = performance.now();
  const kept = (): ReadonlySet<string> => placeholdersAt(home);
  let [looked, same] = [loaded, true];
  const look = (): void => {
    looked = performance.now();
    same &&= looks === null ? looked - loaded < UNREPEATABLE_MS : sameLooks(looks, undefined, kept);
  };
  return {
    isFresh() {
      if (performance.now() - looked >= JUST_LOOKED_MS) look();
      return same;
    },
    look,
  };
}
