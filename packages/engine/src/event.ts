import type { JsonObject } from "@gatehouse-hooks/json";

/** What happened in the agent: a JSON object whose `event` names the kind. Made by `readEvent`. */
export type Event = JsonObject & { readonly event: string };
