import type { WiredHost } from "../wire/wired-host.js";

/**
 * One of `WIRED_HOSTS`, by its name, without loading the others.
 *
 * @returns undefined for a name that is none of theirs
 */
export async function wiredHostOf(name: string): Promise<WiredHost | undefined> {
  switch (name) {
    case "claude-code":
      return (await import("../claude-code/host.js")).claudeCodeHost;
    case "codex":
      return (await import("../codex/host.js")).codexHost;
    case "copilot":
      return (await import("../copilot/host.js")).copilotHost;
    case "cursor":
      return (await import("../cursor/host.js")).cursorHost;
    case "docker-agent":
      return (await import("../docker-agent/wired.js")).dockerAgentWired;
    case "gemini-cli":
      return (await import("../gemini-cli/host.js")).geminiCliHost;
    case "opencode":
      return (await import("../opencode/host.js")).openCodeHost;
    case "qwen-code":
      return (await import("../qwen-code/host.js")).qwenCodeHost;
    default:
      return undefined;
  }
}
