import type { AgentDescriptor } from "../descriptor/agent-descriptor.js";

/** What this machine and its agents say of Pi. */
export const AGENT: AgentDescriptor = {
  name: "pi",
  title: "Pi",
  sessions: [".pi/agent/sessions"],
};
