import type { AgentName } from "./agent-name.js";
import type { Planted } from "./hook/stand-in/planted.js";
import type { CellVerdict } from "./parts/cell.js";
import type { Native } from "./profiles/profile.js";

/** A mistake of the hook, and a cell in which the harness has to report it. */
export interface SelfTestRow {
  readonly planted: Planted;
  /** Those that the mistake opens; the rest is closed by what the agent or its plugin does. */
  readonly agents: readonly AgentName[];
  readonly part: string;
  readonly name: string;
  readonly native: Native;
  /** What it reports; default: `open`. */
  readonly verdict?: CellVerdict;
}

const CLAUDE_LIKE: readonly AgentName[] = ["claude-code", "codex", "qwen-code"];
const WITH_COMMANDS: readonly AgentName[] = ["claude-code", "codex", "gemini-cli", "copilot", "qwen-code"];
const ALL: readonly AgentName[] = [...WITH_COMMANDS, "opencode"];

const bare = (agents: readonly AgentName[], ...names: readonly string[]): readonly SelfTestRow[] =>
  names.map((name) => ({ planted: "bare", agents, part: "fault", name, native: "allow" }));

/** What the harness has to be able to see. */
export const SELF_TESTS: readonly SelfTestRow[] = [
  ...bare(
    [...CLAUDE_LIKE, "gemini-cli"],
    "crash at start",
    "crash while it answers",
    "out of memory",
    "kill -9 in the middle",
    "binary missing",
  ),
  // Gemini takes the exit code of its shell for a deny.
  ...bare(CLAUDE_LIKE, "Node missing"),
  {
    planted: "exit-1",
    agents: [...CLAUDE_LIKE, "gemini-cli"],
    part: "decision",
    name: "deny",
    native: "allow",
  },
  { planted: "ignored-deny", agents: ALL, part: "decision", name: "deny", native: "allow" },
  {
    planted: "no-deadline",
    agents: WITH_COMMANDS,
    part: "fault",
    name: "a decision that takes too long",
    native: "allow",
  },
  {
    planted: "loose",
    agents: ["claude-code", "copilot"],
    part: "decision",
    name: "abstain",
    native: "ask",
  },
  { planted: "loose", agents: ["copilot"], part: "decision", name: "abstain", native: "deny" },
  { planted: "ask-as-ask", agents: ["codex"], part: "decision", name: "ask", native: "allow" },
  {
    planted: "ask-as-ask",
    agents: ["gemini-cli"],
    part: "decision",
    name: "ask",
    native: "allow",
    verdict: "hangs",
  },
  { planted: "lost-rewrite", agents: ALL, part: "decision", name: "rewrite", native: "allow" },
  { planted: "stale", agents: ALL, part: "edit", name: "edited to deny", native: "allow" },
  { planted: "daemon-only", agents: ALL, part: "daemon", name: "killed, denied", native: "allow" },
  {
    planted: "one-at-a-time",
    // Claude runs shell commands one after the other, Copilot starts its hooks so.
    agents: ["codex", "gemini-cli"],
    part: "parallel",
    name: "30 calls at once, denied",
    native: "allow",
  },
];
