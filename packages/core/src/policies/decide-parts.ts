import { type Decision, type Event, kindsOf, type PolicySet, type Remembered } from "@gatehouse-hooks/engine";
import type { OwnWords } from "@gatehouse-hooks/hosts";
import { decideInWords, type WordsQuestion } from "@gatehouse-hooks/hosts/wired";
import type { Runtime } from "@gatehouse-hooks/runtime/portable";

/** Policies that are in force, with those of its parts that are in an agent's own words. */
export interface PartedSet {
  readonly set: PolicySet;
  readonly ownWords: readonly OwnWords[];
  /** As in `WordParts`. */
  readonly part: (only: string) => PolicySet;
}

/** What decides by the parts of policies that are in the words of several agents. */
interface PartDecider {
  /** Decides an event that has been read, in the agent's own way and in that of all agents. */
  readonly decide: (
    event: Event,
    signal: AbortSignal | undefined,
    remembered: Remembered | undefined,
  ) => Promise<Decision>;
  /** Puts the present policies in the place of those before. */
  readonly reload: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * A runtime for each part, opened with the first event that needs it.
 *
 * @param whole decides by all policies
 */
export function partDecider(
  present: () => PartedSet,
  whole: Runtime,
  open: (set: PolicySet) => Runtime,
): PartDecider {
  const opened = new Map<string, Runtime>();
  const partOf = (only: string): Runtime => {
    const runtime = opened.get(only) ?? open(present().part(only));
    opened.set(only, runtime);
    return runtime;
  };
  const runtimeFor = (asked: WordsQuestion): Runtime => {
    if (asked.by === "all") return whole;
    return partOf(asked.by === "own" ? asked.host : "none");
  };
  return {
    decide: async (event, signal, remembered) => {
      const { set, ownWords } = present();
      const asking = decideInWords(event, ownWords, kindsOf(set));
      let step = asking.next();
      while (step.done !== true) {
        const { by } = step.value;
        // No hooks that are commands run in a program.
        const answer =
          by === "denied others"
            ? undefined
            : await runtimeFor(step.value).decide(step.value.event, { signal, remembered });
        step = asking.next(answer);
      }
      return step.value;
    },
    reload: async () => {
      for (const [only, runtime] of opened) await runtime.reload(present().part(only));
    },
    close: async () => {
      await Promise.all([...opened.values()].map((runtime) => runtime.close()));
    },
  };
}
