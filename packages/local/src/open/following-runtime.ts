import { cellsOf, type Decision, type PolicySet, readEvent } from "@gatehouse-hooks/engine";
import { policySetHash, sameLooks } from "@gatehouse-hooks/runtime";
import { placeholdersAt } from "../placeholder-lists.js";
import type { Context } from "../settings.js";
import { type OpenRuntime, openRuntime } from "./open-runtime.js";
import { noteLine } from "@gatehouse-hooks/console/print";
import { type Compiled, compileForDecisions } from "../store/compile-for-decisions.js";
import { writeNotices } from "../write-notices.js";

/** What was looked at so short a time ago, in ms, is still the same. */
const JUST_LOOKED_MS = 250;

/** The most problems that are told of what was edited. */
const MAX_TOLD = 5;

/** A runtime, and the policies of its next decision. */
export interface FollowingRuntime extends Omit<OpenRuntime, "decideDenied"> {
  readonly policies: () => PolicySet;
}

interface Version {
  readonly compiled: Compiled;
  readonly runtime: OpenRuntime;
}

/**
 * A runtime that follows its policies: when their files have changed they are loaded before the next decision, and swapped in as a
 * whole. What was edited and cannot be loaded is told, and the former policies go on. Decisions are asked for one after the other.
 */
export async function followingRuntime(context: Context): Promise<FollowingRuntime> {
  let looked = performance.now();
  const { io, settings } = context;
  let version = await open(await compileForDecisions(io, settings));

  async function open(compiled: Compiled): Promise<Version> {
    const { set, trusted, found, claims, organisation } = compiled;
    return { compiled, runtime: await openRuntime(context, set, found, claims, trusted, organisation) };
  }

  async function follow(event: unknown): Promise<Decision> {
    const former = version;
    const compiled = await compileForDecisions(io, settings);
    const { lost, looks } = compiled;
    const isBroken = lost.length > 0 && former.compiled.lost.length === 0;
    if (isBroken) {
      const why = lost.slice(0, MAX_TOLD).map((one) => `${one.file}: ${one.why}`);
      const message = `what was edited is not in force, the former policies are: ${why.join("; ")}`;
      await io.stderr.write(`${noteLine(context.noticeColors, message)}\n`);
    }
    if (isBroken || contentOf(compiled) === contentOf(former.compiled)) {
      version = { ...former, compiled: { ...former.compiled, looks } };
    } else {
      version = await open(compiled);
      await former.runtime.close();
      await writeNotices(context, compiled);
    }
    return await decideNow(event);
  }

  const decideNow = (event: unknown): Decision | Promise<Decision> => decideBy(version, context, event);

  await writeNotices(context, version.compiled);
  return {
    decide: (event) => {
      const now = performance.now();
      if (now - looked < JUST_LOOKED_MS) return decideNow(event);
      looked = now;
      const { looks } = version.compiled;
      // What cannot be looked at again is as it was: loading it anew each time would take longer than deciding.
      return looks === null || sameLooks(looks.looks, undefined, () => placeholdersAt(io.home))
        ? decideNow(event)
        : follow(event);
    },
    policies: () => version.compiled.set,
    close: () => version.runtime.close(),
  };
}

/** With the memory of the user's sessions, whose code is loaded where the policies have any. */
function decideBy(
  { runtime, compiled: { set } }: Version,
  context: Context,
  event: unknown,
): Decision | Promise<Decision> {
  const read = cellsOf(set).length === 0 ? null : readEvent(event);
  return read?.kind === "event"
    ? import("../memory/index.js").then(({ decideRemembering }) =>
        decideRemembering(context, set, read.event, async (remembered) => runtime.decide(event, remembered)),
      )
    : runtime.decide(event);
}

/** Equal where decisions are: a file may be touched, or another one be written beside it. */
function contentOf({ set, trusted, found, organisation }: Compiled): string {
  return JSON.stringify([policySetHash(set), policySetHash(trusted), found, organisation]);
}
