import { UsageError } from "@gatehouse-hooks/console";
import { keptDecisions } from "../recent/kept-decisions.js";
import { STOP_KINDS, type StopKind } from "./stop-kinds.table.js";

/** What a call of an agent would be stopped by: a kind of rule, and which. */
interface StoppedCall {
  readonly stop: StopKind;
  readonly of: string;
}

/**
 * What stops the last call that an agent got an answer to, as `gatehouse why` shows it: its command, or its tool where that is of an MCP
 * server. Of other calls it is not known what in them was meant: a rule about their tool would stop all that the agent does with it.
 *
 * @throws UsageError where no call is kept, or not the whole of it
 */
export function lastCall(home: string): StoppedCall {
  const call = keptDecisions(home).at(-1);
  if (call === undefined)
    throw new UsageError(
      "--from-last: no call is kept that was denied, asked about or allowed",
      "only calls that a rule has answered are kept (gatehouse log); gatehouse new asks what to stop",
    );
  const name = call.isCommand ? "command" : call.tool.startsWith("mcp__") ? "mcp" : undefined;
  const stop = STOP_KINDS.find((kind) => kind.name === name);
  if (stop !== undefined) return { stop, of: call.isCommand ? call.text : call.tool };
  throw new UsageError(
    "--from-last: what is kept of the last call is not the whole of it",
    "only a shell command without a secret is kept as it was; gatehouse new asks what to stop",
  );
}
