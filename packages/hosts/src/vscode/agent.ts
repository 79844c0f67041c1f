import type { AgentDescriptor } from "../descriptor/agent-descriptor.js";

/** What this machine and its agents say of VS Code: a person writes its hooks. */
export const AGENT: AgentDescriptor = { name: "vscode", title: "VS Code" };
