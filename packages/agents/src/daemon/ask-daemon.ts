import { own } from "@gatehouse-hooks/json";
import { callSocket } from "./call-socket.js";
import { MARKED, readMark, unmarked } from "./daemon-mark.js";
import { type SocketPlace, whyNotOurs } from "./own-socket.js";
import type { ProcessWord } from "@gatehouse-hooks/local/places";

/** What the daemon said, or why it did not: then the caller decides by itself. */
type DaemonReply =
  | { readonly kind: "answered"; readonly answered: HookPrinted }
  | { readonly kind: "silent"; readonly why: string };

/**
 * Asks the daemon. Never throws: a daemon that is not there, that is stuck or that talks nonsense is `silent`, and so is all that does not
 * have the mark of this user's daemon around it.
 *
 * @param timeoutMs for the whole exchange
 */
export async function askDaemon(
  place: SocketPlace,
  { agent, payload, caller, folder, folderIs, parent }: HookCall,
  timeoutMs: number,
): Promise<DaemonReply> {
  const path = `/hook/${agent}?${folderIs}=${encodeURIComponent(folder)}&caller=${caller}&${MARKED}${parent === undefined ? "" : `&${PARENT}=${encodeURIComponent(parent)}`}`;
  if (place.kind === "refused") return silent(place.message);
  const mark = await readMark(place.folder);
  if (mark === undefined) return silent((await whyNotOurs(place)) ?? "there is no mark of a daemon");
  const reply = await callSocket(place, path, timeoutMs, payload);
  if (reply.kind === "silent") return reply;
  const text = unmarked(mark, reply.text);
  return text === undefined ? silent("an answer without the daemon's mark") : readAnswer(reply.status, text);
}

function readAnswer(status: number, text: string): DaemonReply {
  if (status === 200) return { kind: "answered", answered: { stdout: text, stderr: "", exitCode: 0 } };
  if (status !== 422) return silent(`status ${status}`);
  try {
    const value: unknown = JSON.parse(text);
    const [stdout, stderr, exitCode] = ["stdout", "stderr", "exitCode"].map((key) => own(value, key));
    if (typeof stdout === "string" && typeof stderr === "string")
      if (typeof exitCode === "number" && Number.isInteger(exitCode))
        return { kind: "answered", answered: { stdout, stderr, exitCode } };
  } catch {
    // Said below.
  }
  return silent("an answer that is none");
}

function silent(why: string): DaemonReply {
  return { kind: "silent", why };
}

/** What a call names its parent in a trace by, as W3C Trace Context has it: a header, or a part of the query. */
export const PARENT = "traceparent";

/** What the process that an agent started has to print, and how it ends. */
export interface HookPrinted {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** One call of an agent's hook. */
export interface HookCall extends ProcessWord {
  /** The name of the agent whose hook it is, as configured. */
  readonly agent: string;
  /** The bytes of the payload, as the agent sent them. */
  readonly payload: Uint8Array;
  /** The process of the agent, or one that it has started for the hook; 0: not told. */
  readonly caller: number;
  /** The `traceparent` of the agent, which the decision's span is below. */
  readonly parent?: string | undefined;
}
