import { refuseUnknownOptions } from "@gatehouse-hooks/runtime/portable";
import type { EventFields } from "../events/event-input.js";
import type { Gatehouse } from "../gatehouse.js";
import type { McpDecider, SettleUnasked } from "./decide-call.js";
import type { McpPins } from "./tool-pins.js";
import type { McpTransport } from "./transport.js";

/** What a gate is made of. */
export interface McpGateOptions {
  /** Where the client is: a server's transport, such as `StdioServerTransport`. The gate starts and closes it. */
  readonly client: McpTransport;
  /** Where the server is: a client's transport, such as `StreamableHTTPClientTransport`. The gate starts and closes it. */
  readonly server: McpTransport;
  /** The server's name, as policies have it in `mcp__NAME__TOOL` and `params.server`. */
  readonly name: string;
  /** What decides; its policies are compared with the server's tools where it has them. */
  readonly gatehouse: McpDecider & Partial<Pick<Gatehouse, "policies">>;
  /** More fields of the events, for example `sessionKey` and `cwd`. */
  readonly event?: EventFields;
  /** What becomes of an ask where the client has no `elicitation`. Default: a deny. */
  readonly unasked?: SettleUnasked;
  /** Keeps what a person has accepted of the server's descriptions and schemas. Without it, all that it says is taken. */
  readonly pins?: McpPins;
  /** With `pins`: what becomes of a call of a tool that is not as a person has accepted it. Default: `ask`; denied tools are not listed. */
  readonly unaccepted?: "ask" | "deny";
  /** Milliseconds that policies have for a decision. Default 60,000; afterwards it is a deny. */
  readonly decideMs?: number;
  /** Milliseconds that a person has for an answer. Default 300,000; afterwards it is a no. */
  readonly askMs?: number;
  /** Told what is odd: messages that were dropped, policies that do not fit the tools, tools that changed. */
  readonly onNotice?: (notice: McpNotice) => void;
}

/** Something odd, for people. */
export interface McpNotice {
  /** Stable, for programs. */
  readonly code: "malformed-message" | "policy-mismatch" | "tools-changed" | "transport" | "unaccepted-tools";
  /** For people; never with event data. */
  readonly message: string;
}

/** A gate at work. */
export interface McpGate {
  /** Resolves when either side has ended, and both are closed. */
  readonly closed: Promise<void>;
  /** Ends both sides. Calls that are not decided do not happen. */
  close(): Promise<void>;
}

const OPTIONS: ReadonlySet<string> = new Set<keyof McpGateOptions>([
  "client",
  "server",
  "name",
  "gatehouse",
  "event",
  "unasked",
  "pins",
  "unaccepted",
  "decideMs",
  "askMs",
  "onNotice",
]);
/** A server's name: what may be between `mcp__` and `__`. */
const NAME = /^[A-Za-z0-9](?:[A-Za-z0-9.-]|_(?!_)){0,99}(?<!_)$/;

/** @throws TypeError for an unknown option, and a name that policies could not write */
export function refuseWrongOptions(options: McpGateOptions): void {
  refuseUnknownOptions(options, OPTIONS);
  const { name, unaccepted } = options;
  if (unaccepted !== undefined && unaccepted !== "ask" && unaccepted !== "deny")
    throw new TypeError("expected `unaccepted` to be `ask` or `deny`");
  if (!NAME.test(name))
    throw new TypeError(
      `\`${name}\` cannot be the name of a server: use letters, digits, \`-\`, \`.\` and single \`_\``,
    );
}
