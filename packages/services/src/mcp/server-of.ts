import { basename } from "node:path";
import { type Io, UsageError } from "@gatehouse-hooks/console";
import { printable } from "@gatehouse-hooks/console/print";

/** The options of `gatehouse mcp-gate`. */
export interface McpGateFlags {
  readonly name: string | undefined;
  readonly url: string | undefined;
  readonly headers: readonly string[];
  /** What becomes of calls of tools that are not as a person has accepted them. */
  readonly unaccepted: "ask" | "deny" | "allow";
}

/** The server that is gated, and what it is called in policies. */
export type McpServer =
  | { readonly kind: "command"; readonly name: string; readonly command: readonly string[] }
  | {
      readonly kind: "url";
      readonly name: string;
      readonly url: URL;
      readonly headers: Readonly<Record<string, string>>;
    };

/** What can be between `mcp__` and `__`, as the gate itself has it. */
const NAME = /^[A-Za-z0-9](?:[A-Za-z0-9.-]|_(?!_)){0,99}(?<!_)$/;
const HEADER = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):\s*(.*)$/;

/** @throws UsageError */
export function serverOf(command: readonly string[], flags: McpGateFlags, env: Io["env"]): McpServer {
  const { name, url: address, headers } = flags;
  if ((address === undefined) === (command.length === 0))
    throw new UsageError(
      "no server, or two of them",
      "gatehouse mcp-gate -- COMMAND ARGS…, or gatehouse mcp-gate --url https://…",
    );
  if (name !== undefined && !NAME.test(name))
    throw new UsageError(`--name is \`${printable(name)}\``, "use letters, digits, `-`, `.` and single `_`");
  if (address === undefined) {
    if (headers.length > 0)
      throw new UsageError("--header without --url", "a command gets its secrets from the environment");
    return { kind: "command", name: name ?? serverName(command), command };
  }
  const url = urlOf(address);
  return { kind: "url", name: name ?? nameOf(url.hostname), url, headers: headersOf(headers, env) };
}

/** What a person accepts a server by, beside its name: another command is another server. */
export function startedAs(server: McpServer): string {
  return server.kind === "url" ? server.url.href : JSON.stringify(server.command);
}

/** Programs that start what their arguments name. */
const RUNNERS =
  /^(?:node|nodejs|npx|pnpm|pnpx|yarn|dlx|exec|bun|bunx|deno|run|tsx|uv|uvx|pipx|python[\d.]*|docker|podman|env|sh|bash)$/;
const MOST = 100;

/**
 * What a server is called where no name is given: what is started.
 *
 * @example serverName(["npx", "-y", "@modelcontextprotocol/server-filesystem", "/srv"]) // "server-filesystem"
 */
export function serverName(command: readonly string[]): string {
  const [first = ""] = command;
  const started = command.find((word) => !/^-|=/.test(word) && !RUNNERS.test(basename(word))) ?? first;
  // Without the version of a package and the ending of a file.
  return nameOf(
    basename(started)
      .replace(/(?<=.)@.*$/, "")
      .replace(/\.(?:[cm]?[jt]s|py|sh|rb|exe)$/, ""),
  );
}

function nameOf(text: string): string {
  const name = text
    .replace(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/_{2,}/g, "_")
    .replace(/^[^A-Za-z0-9]+/, "");
  return name.slice(0, MOST).replace(/[^A-Za-z0-9]+$/, "") || "server";
}

/** @throws UsageError */
function urlOf(given: string): URL {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url?.protocol === "https:" || url?.protocol === "http:") return url;
  throw new UsageError(`--url is \`${printable(given)}\``, "write an address with https:// or http://");
}

/**
 * Headers of `Name: value`, with `${NAME}` from the environment: a secret is not on the command line, which others can see.
 *
 * @throws UsageError
 */
function headersOf(given: readonly string[], env: Io["env"]): Readonly<Record<string, string>> {
  const headers = given.map((one) => {
    const [, name, value] = HEADER.exec(one) ?? [];
    if (name === undefined || value === undefined)
      throw new UsageError("--header is not a header", "write `Name: value`");
    const filled = value.replace(/\$\{(\w+)\}/g, (_, variable: string) => {
      const found = env[variable];
      if (found === undefined) throw new UsageError(`--header: the variable \`${variable}\` is not set`);
      return found;
    });
    return [name.toLowerCase(), filled] as const;
  });
  return Object.fromEntries(headers);
}
