import type { Event } from "@gatehouse-hooks/engine";
import type { Issue } from "@gatehouse-hooks/json";

/** A host's payload as a canonical event, or why it cannot be one: the host then stops what it was about to do. */
export type Prepared =
  | {
      readonly kind: "event";
      readonly event: Event;
      /** What is odd about it, to be said once: the agent is newer than its tables. */
      readonly notice?: Issue;
    }
  | { readonly kind: "refused"; readonly issue: Issue };
