import type { JsonObject } from "@gatehouse-hooks/json";

export type Decide = (event: JsonObject) => boolean;

interface HookEvent {
  readonly toolName?: string;
  readonly sessionKey?: string;
  readonly params?: {
    readonly command?: string;
    readonly path?: string;
    readonly cwd?: string;
    readonly headers?: { readonly accept?: string };
  };
  readonly agent?: {
    readonly role?: string;
    readonly meta?: { readonly owner?: { readonly team?: string } };
  };
}

/** The limit: what somebody writes who knows the events and trusts them. */
export const byHand: Readonly<Record<string, Decide>> = {
  C1: (e: HookEvent) => e.toolName === "exec",
  C2: (e: HookEvent) => {
    if (e.toolName !== "exec") return false;
    const command = e.params?.command;
    return command !== undefined && command.includes("rm -rf");
  },
  C3: (e: HookEvent) => {
    if (e.toolName !== "exec") return false;
    const command = e.params?.command;
    return (
      command !== undefined &&
      (command.startsWith("git push") || command.startsWith("git reset")) &&
      command.includes("--force")
    );
  },
  C4: (e: HookEvent) => {
    const { toolName } = e;
    if (toolName === "read" || toolName === "http_fetch") return false;
    const path = e.params?.path;
    return path !== undefined && path.endsWith(".ts");
  },
  C5: (e: HookEvent) => {
    if (e.agent?.meta?.owner?.team === "infra") return true;
    const accept = e.params?.headers?.accept;
    return accept !== undefined && accept.includes("json") && e.sessionKey !== "s1";
  },
  C6: (e: HookEvent) => {
    const { toolName } = e;
    if (toolName !== "exec" && toolName !== "bash" && toolName !== "shell") return false;
    const command = e.params?.command;
    if (
      command === undefined ||
      !(command.includes("rm -rf") || command.startsWith("dd ") || command.includes("mkfs"))
    )
      return false;
    const cwd = e.params?.cwd;
    if (cwd !== undefined && (cwd.startsWith("/tmp/") || cwd.startsWith("/scratch/"))) return false;
    return e.sessionKey !== "admin" && e.agent?.role !== "root";
  },
};
