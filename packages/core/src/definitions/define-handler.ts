import type { ToolKind } from "@gatehouse-hooks/hosts";
import type { HandlerContext, NamedHandlers } from "@gatehouse-hooks/runtime/portable";
import type { CallEventName, EventName, KindEvent } from "../events/event-input.js";
import { checkedHandler, type HandlerVerdict } from "./checked-handler.js";

/** What a function is asked about: for the types of its event. */
export interface HandlerAbout<Name extends string, Kind extends ToolKind> {
  /** Default: calls that have not happened. */
  readonly events?: Name | readonly Name[];
  /** What the tool does; default: any tool. */
  readonly kind?: Kind | readonly Kind[];
}

/**
 * A function for policies of files that say `function: name`, typed by what it is asked about. A call of another kind, or without
 * the parameters of its kind, is a failure.
 *
 * @throws TypeError for a name that is empty, and an answer that is not a function
 * @example handlers: { function: defineHandler("size", { kind: "write" }, ({ params }) => (params.content.length > 1e6 ? { kind: "deny" } : "approve")) }
 */
export function defineHandler<
  const Name extends EventName = CallEventName,
  const Kind extends ToolKind = never,
  const Answered extends HandlerVerdict = HandlerVerdict,
>(
  name: string,
  about: HandlerAbout<Name, Kind>,
  decide: (event: KindEvent<Name, Kind>, context: HandlerContext) => Answered | Promise<Answered>,
): NamedHandlers<"function"> {
  if (typeof name !== "string" || name === "") throw new TypeError("a handler needs a name");
  if (typeof decide !== "function") throw new TypeError(`the handler \`${name}\` is not a function`);
  const { kind, events } = about;
  const handler = checkedHandler(
    decide as unknown as Parameters<typeof checkedHandler>[0],
    listOf(kind),
    events === undefined ? CALLS : listOf(events),
  );
  return Object.freeze(Object.fromEntries([[name, handler]]));
}

const CALLS: readonly CallEventName[] = ["before_tool_call", "tool_permission"];

function listOf<One extends string>(given: One | readonly One[] | undefined): readonly One[] {
  return given === undefined ? [] : typeof given === "string" ? [given] : given;
}
