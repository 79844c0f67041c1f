import type { Condition } from "@gatehouse-hooks/engine";
import type { AgentOfTeam } from "../route.js";
import type { HookDefinition } from "./definition.js";

/** In the place of a hook whose question only the user, or what the user has granted, may answer. */
export const PREEMPTS = ".preempt_yolo";

/** A checked hook, the tools it is for and its place. */
export interface PlacedHook {
  readonly event: string;
  readonly hook: HookDefinition;
  /** `null`: every tool, or an event without tools. */
  readonly matcher: Condition | null;
  /** As in `pre_tool_use[0].hooks[1]`. */
  readonly place: string;
  /** 1-based. */
  readonly line: number;
  /** The agent that the hook belongs to, of several; absent: every agent. */
  readonly agent?: AgentOfTeam;
}
