import { type EventCapability, type HostCapabilities, TOLD } from "../wire/capability.js";

const PERMISSION: EventCapability = {
  ...TOLD,
  deny: "stops",
  ask: "asks a person",
  allow: "skips the question",
};
const BLOCKS: EventCapability = { ...TOLD, deny: "stops" };
const CONTINUES: EventCapability = { ...TOLD, deny: "continues" };
const GIVES_CONTEXT: EventCapability = { ...TOLD, context: true };

/**
 * What Cursor makes of the answers to its events (docs/hosts.md), from its documentation and from reports of runs; it could not be
 * run here. An ask before a tool in general is not enforced; before a shell command it has been seen to block.
 */
export const CAPABILITIES: HostCapabilities = {
  timeout: { seconds: 60, unit: "s" },
  afterTimeout: "runs",
  failure: { exitCode: 0, stream: "stdout" },
  events: {
    preToolUse: {
      ...PERMISSION,
      ask: "ignored",
      rewrite: "whole",
      rewriteNeedsAllow: true,
    },
    beforeShellExecution: PERMISSION,
    beforeMCPExecution: PERMISSION,
    beforeReadFile: BLOCKS,
    beforeTabFileRead: BLOCKS,
    beforeSubmitPrompt: BLOCKS,
    subagentStart: BLOCKS,
    subagentStop: CONTINUES,
    stop: CONTINUES,
    postToolUse: GIVES_CONTEXT,
    sessionStart: GIVES_CONTEXT,
    postToolUseFailure: TOLD,
    afterShellExecution: TOLD,
    afterMCPExecution: TOLD,
    afterFileEdit: TOLD,
    afterTabFileEdit: TOLD,
    afterAgentResponse: TOLD,
    afterAgentThought: TOLD,
    sessionEnd: TOLD,
    preCompact: TOLD,
    workspaceOpen: TOLD,
  },
};
