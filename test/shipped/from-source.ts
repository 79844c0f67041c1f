import { answerHook } from "@gatehouse-hooks/core/hook";
import type { Decision } from "@gatehouse-hooks/engine";
import { wiredHostOf } from "@gatehouse-hooks/hosts/wired";
import { onThisMachine } from "../../packages/agents/src/answer-hook.js";
import { hookContext, inProjectOf } from "../../packages/agents/src/hook/hook-context.js";
import { openDecider } from "../../packages/agents/src/hook/open-decider.js";
import type { Io, Output } from "../../packages/console/src/io.js";
import { compileForDecisions } from "../../packages/local/src/store/compile-for-decisions.js";
import type { Answer } from "./answer.js";
import type { Payload } from "./payload.js";
import type { World } from "./world.js";

/** An answer, and the decision behind it; `null` where the payload is not an event, so that nothing was decided. */
export interface SourceAnswer extends Answer {
  readonly decision: Decision | null;
}

/** The policies of a world as they are now, opened once, from source and without any store. */
export interface FromSource {
  readonly answer: (payload: Payload) => Promise<SourceAnswer>;
  /** What could not be loaded, by file and reason. */
  readonly lost: readonly string[];
  readonly close: () => Promise<void>;
}

/** No deadline decides here: the machine may be busy. */
const DEADLINE_MS = 3_600_000;

/**
 * @param program the folder of the program that answers in its place, which is guarded as its own
 */
export async function fromSource(
  { home, project, env, stores }: World,
  program: string,
): Promise<FromSource> {
  const cache = `${stores}-of-source`;
  const io: Io = {
    // oxlint-disable-next-line require-await
    stdin: (async function* () {})(),
    stdout: SILENT,
    stderr: SILENT,
    env: { PATH: process.env["PATH"], ...env, XDG_CACHE_HOME: cache, GATEHOUSE_CACHE: `${cache}-verdicts` },
    cwd: project,
    home,
    interactive: false,
    onInterrupt: () => () => undefined,
  };
  const found = hookContext(io, project);
  const context = { ...found, settings: { ...found.settings, ownConfig: [program] } };
  const policies = await compileForDecisions(io, context.settings);
  const decider = await openDecider(context, { policies });
  return {
    answer: async ({ agent, text }) => {
      const host = await wiredHostOf(agent);
      if (host === undefined) throw new Error(`no agent ${agent} has hooks`);
      let decision: Decision | null = null;
      const { stdout, stderr, exitCode } = await answerHook(host, Buffer.from(text), {
        decide: async (event) => {
          decision = await decider.decide(event);
          return decision;
        },
        ...onThisMachine(io, (event) => {
          const { project: folder, also = [] } = inProjectOf(context, event).settings;
          return [folder, ...also];
        }),
        interactive: false,
        deadlineMs: DEADLINE_MS,
        say: () => undefined,
      });
      return { stdout, stderr, exitCode, decision };
    },
    lost: policies.lost.map(({ file, why }) => `${file}: ${why}`),
    close: decider.close,
  };
}

const SILENT: Output = { write: () => Promise.resolve(), columns: undefined };
