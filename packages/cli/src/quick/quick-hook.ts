import { type WiredHost, wiredHostOf } from "@gatehouse-hooks/hosts/wired";
import { parseJsonObject } from "@gatehouse-hooks/json";
import { exitCode } from "../exit-code.js";
import { hookContext } from "../hook/hook-context.js";
import { MAX_PAYLOAD_BYTES } from "@gatehouse-hooks/core/hook";
import { ClosedPipe, type Io } from "../io.js";
import { processIo } from "../process-io.js";
import type { Settings } from "../settings.js";
import { decisionFromFresh, freshStore } from "../store/fresh-store.js";
import type { FreshStore } from "../store/read-store.js";

/** What became of a hook. */
export type QuickOutcome =
  | { readonly kind: "answered"; readonly exitCode: number }
  /** Nothing has been printed: the whole command has to answer. `read`: what of standard input it cannot read again. */
  | { readonly kind: "left"; readonly read: readonly Uint8Array[] };

/**
 * `gatehouse hook AGENT`, as most calls are: a payload of that agent is there, its policies are in a fresh store, and nothing has to be
 * asked. It answers what the whole command would answer. Everything else, failures above all, is left to that.
 */
export async function quickHook(agent: string): Promise<QuickOutcome> {
  const read: Uint8Array[] = [];
  let printing = false;
  try {
    const { io } = processIo();
    const host = await wiredHostOf(agent);
    const { settings } = hookContext(io, io.cwd);
    const store = host === undefined ? null : freshStore(io, settings);
    if (host === undefined || store === null) return { kind: "left", read };
    const answer = readAll(io, read) ? answerOf(host, store, Buffer.concat(read), settings) : undefined;
    if (answer === undefined) return { kind: "left", read };
    printing = true;
    if (answer.stderr !== "") await io.stderr.writeNow?.(answer.stderr);
    if (answer.stdout !== "") await io.stdout.writeNow?.(answer.stdout);
    return { kind: "answered", exitCode: answer.exitCode };
  } catch (error) {
    if (error instanceof ClosedPipe) return { kind: "answered", exitCode: exitCode.closedPipe };
    if (printing) throw error;
    return { kind: "left", read };
  }
}

/** Whether all of standard input could be read at once, and is no longer than usual. */
function readAll(io: Io, read: Uint8Array[]): boolean {
  let size = 0;
  for (let part = io.stdinNow?.(); part !== undefined; part = io.stdinNow?.()) {
    if (part.length === 0) return true;
    read.push(part);
    size += part.length;
    if (size > MAX_PAYLOAD_BYTES) return false;
  }
  return false;
}

type Answer = ReturnType<WiredHost["wire"]["speak"]>;

/** Undefined where it takes the whole command. */
function answerOf(
  host: WiredHost,
  store: FreshStore,
  payload: Uint8Array,
  settings: Settings,
): Answer | undefined {
  const { value, issue } = parseJsonObject(payload, { maxBytes: MAX_PAYLOAD_BYTES });
  // Some agents run the hooks that were configured for another, with their own payload.
  if (issue !== undefined || !host.wire.recognises(value)) return undefined;
  const prepared = host.prepare(value);
  if (prepared.kind === "refused") return undefined;
  const decision = decisionFromFresh(store, prepared.event, settings);
  if (decision === undefined) return undefined;
  // A person may have approved the call, or may have to.
  if (decision.effect === "ask" && !host.wire.canAsk(prepared.event)) return undefined;
  return host.wire.speak(decision, prepared.event, { interactive: false });
}
