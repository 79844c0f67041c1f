import { type EventCapability, type HostCapabilities, SHOWN, TOLD } from "../wire/capability.js";

const GIVES_CONTEXT: EventCapability = { ...SHOWN, context: true };

/**
 * What Gemini CLI makes of the answers to its events (docs/hosts.md). An ask without a person at the terminal hangs for ever, and an
 * allow leaves the agent's own policies as they are.
 */
export const CAPABILITIES: HostCapabilities = {
  timeout: { seconds: 60, unit: "ms" },
  afterTimeout: "runs",
  failure: { exitCode: 0, stream: "stdout" },
  events: {
    BeforeTool: {
      deny: "stops",
      ask: "asks a person",
      allow: "powerless",
      rewrite: "merged",
      warn: true,
      context: false,
      stop: true,
    },
    AfterTool: { ...GIVES_CONTEXT, deny: "hides" },
    BeforeAgent: { ...GIVES_CONTEXT, deny: "stops", stop: true },
    AfterAgent: { ...SHOWN, deny: "continues" },
    BeforeModel: { ...SHOWN, deny: "stops" },
    AfterModel: TOLD,
    BeforeToolSelection: TOLD,
    SessionStart: GIVES_CONTEXT,
    SessionEnd: TOLD,
    PreCompress: TOLD,
    Notification: TOLD,
  },
};
