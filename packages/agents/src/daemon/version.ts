import type { Decision, Event } from "@gatehouse-hooks/engine";
import type { Decider } from "../hook/open-decider.js";

/** A decider that is closed when its last decision has been made, not before. */
export interface Version {
  readonly decide: (event: Event) => Promise<Decision>;
  /** No decision begins any more; settles when it has closed. */
  readonly retire: () => Promise<void>;
}

export function versionOf(decider: Pick<Decider, "decide" | "close">): Version {
  let deciding = 0;
  let retired = false;
  let closed: () => void = () => undefined;
  const closing = new Promise<void>((resolve) => (closed = resolve));
  const closeWhenDone = (): void => {
    if (retired && deciding === 0) decider.close().then(closed, closed);
  };
  return {
    async decide(event) {
      deciding++;
      try {
        return await decider.decide(event);
      } finally {
        deciding--;
        closeWhenDone();
      }
    },
    retire() {
      if (!retired) {
        retired = true;
        closeWhenDone();
      }
      return closing;
    },
  };
}
