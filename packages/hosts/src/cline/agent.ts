import type { AgentDescriptor } from "../descriptor/agent-descriptor.js";

/** What this machine and its agents say of Cline. */
export const AGENT: AgentDescriptor = {
  name: "cline",
  title: "Cline",
  sessions: [".cline/data/sessions"],
};
