/** A key of Claude Code's settings beside `permissions` that says what an agent may do, and why no policy says it. */
interface OtherSetting {
  readonly key: string;
  readonly reason: string;
  readonly instead: string;
}

const LEAVE = "leave it in the settings";
const SERVERS = "it says which servers Claude Code starts, and nothing about a call of their tools";
const DENY_TOOLS = "leave it in the settings; deny tools of a server by name: `mcp__server__tool`";

/** Keys that guard, or open, something. `hooks` has a reader of its own. */
export const OTHER_SETTINGS: readonly OtherSetting[] = [
  {
    key: "sandbox",
    reason:
      "it says what the operating system lets a command do, which no answer to a call can: Gatehouse reads a command and does not confine it",
    instead:
      "leave it in the settings, where it goes on to hold; write what should be refused with a reason as a policy, such as `facts.network` for hosts",
  },
  {
    key: "env",
    reason: "it sets variables for the agent and its commands, and is no rule about a call",
    instead: "leave it in the settings; a policy reads a command as it is written, without their values",
  },
  {
    key: "disableAllHooks",
    reason: "where it is true, Claude Code runs no hooks, those of Gatehouse among them",
    instead: "take it out of the settings: `gatehouse doctor` says so, too",
  },
  {
    key: "allowManagedHooksOnly",
    reason: "where it is true, Claude Code runs only the hooks of managed settings",
    instead: "put the hooks of Gatehouse into the managed settings",
  },
  {
    key: "allowManagedPermissionRulesOnly",
    reason: "it says whose rules count in Claude Code",
    instead: "leave it in the settings; here the organisation's policies are of the enforced tier",
  },
  {
    key: "allowedHttpHookUrls",
    reason: "it says which addresses Claude Code asks as hooks",
    instead: LEAVE,
  },
  { key: "enableAllProjectMcpServers", reason: SERVERS, instead: DENY_TOOLS },
  { key: "enabledMcpjsonServers", reason: SERVERS, instead: DENY_TOOLS },
  { key: "disabledMcpjsonServers", reason: SERVERS, instead: DENY_TOOLS },
  { key: "allowedMcpServers", reason: SERVERS, instead: DENY_TOOLS },
  { key: "deniedMcpServers", reason: SERVERS, instead: DENY_TOOLS },
  {
    key: "skipDangerousModePermissionPrompt",
    reason: "it skips a question of Claude Code's own",
    instead: LEAVE,
  },
];
