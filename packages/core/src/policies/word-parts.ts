import type { LostPolicy, PolicyDefinition } from "@gatehouse-hooks/engine";
import { type Loaded, type OwnWords, ownWordsOf, type PolicyFile, withTwins } from "@gatehouse-hooks/hosts";

/** The policies of sources, by whose words they are in. */
export interface WordParts {
  /** The files in an agent's own words. */
  readonly ownWords: readonly OwnWords[];
  /** The policies in the own words of the named agent, or, `none`, all others; those that are lost likewise. */
  readonly partOf: (only: string) => {
    readonly policies: readonly PolicyDefinition[];
    readonly lost: readonly LostPolicy[];
  };
}

/** Takes what files hold, one after another, and says afterwards which part of it is in whose words. */
export function wordParts(): {
  readonly take: (file: PolicyFile, loaded: Loaded) => void;
  readonly parts: (
    policies: readonly PolicyDefinition[],
    lost: readonly LostPolicy[],
  ) => WordParts & { readonly lost: readonly LostPolicy[] };
} {
  const ownWords: OwnWords[] = [];
  const words = new Map<PolicyDefinition | LostPolicy, string>();
  return {
    take: (file, loaded) => {
      // Who gives a file to a program has named it.
      for (const own of ownWordsOf(file, loaded, true)) {
        ownWords.push(own);
        for (const one of [...loaded.policies, ...loaded.lost]) words.set(one, own.host);
      }
    },
    parts: (policies, lost) => {
      const isIn = (only: string) => (one: PolicyDefinition | LostPolicy) =>
        (words.get(one) ?? "none") === only;
      return {
        ownWords,
        lost: lost.map(withTwins),
        partOf: (only) => ({
          policies: policies.filter(isIn(only)),
          lost: lost.filter(isIn(only)).map(withTwins),
        }),
      };
    },
  };
}
