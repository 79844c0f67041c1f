import type { Event } from "@gatehouse-hooks/engine";
import { type Spec, TOOLS, type Workload } from "./workload.js";

/** The answer of a subject: the number of the first policy that matches, or -1; or the numbers of all. */
export type Answer = number | readonly number[];

export type Decider = (event: Event) => Answer;

type Test = (event: Event) => boolean;

function sourceOf({ tool, field, shape, literal, other }: Spec, withTool: boolean): string {
  const at = `event.params.${field}`;
  const l = JSON.stringify(literal);
  const text =
    shape === "either"
      ? `(${at}.includes(${l}) || ${at}.includes(${JSON.stringify(other)}))`
      : shape === "elsewhere"
        ? `${at}.includes(${l}) && !event.cwd.startsWith("/tmp")`
        : shape === "stranger"
          ? `${at}.includes(${l}) && event.sessionKey !== "admin"`
          : `${at}.${shape}(${l})`;
  return withTool ? `event.toolName === ${JSON.stringify(tool)} && ${text}` : text;
}

/** A function of its own for each policy: what a careful person would write down, one after the other. */
function functionOf(spec: Spec, withTool: boolean): Test {
  // oxlint-disable-next-line eslint/no-new-func, typescript/no-implied-eval -- the control is hand-written code; the texts are the bench's own
  return new Function("event", `return ${sourceOf(spec, withTool)}`) as Test;
}

function scan(tests: readonly (readonly [Test, number])[], all: boolean): Decider {
  if (all) {
    return (event) => {
      const found: number[] = [];
      for (const [test, id] of tests) if (test(event)) found.push(id);
      return found;
    };
  }
  return (event) => {
    for (const [test, id] of tests) if (test(event)) return id;
    return -1;
  };
}

/** Every policy in turn. */
export function handWritten({ specs, all }: Workload): Decider {
  return scan(
    specs.map((spec) => [functionOf(spec, true), spec.id] as const),
    all,
  );
}

/** A switch on the tool, then the policies of that tool in turn. */
export function handWrittenSwitch({ specs, all }: Workload): Decider {
  const [exec, read, write, fetch, send] = TOOLS.map(([tool]) =>
    scan(
      specs.filter((spec) => spec.tool === tool).map((spec) => [functionOf(spec, false), spec.id] as const),
      all,
    ),
  ) as [Decider, Decider, Decider, Decider, Decider];
  return (event) => {
    switch (event["toolName"]) {
      case "exec":
        return exec(event);
      case "read":
        return read(event);
      case "write":
        return write(event);
      case "http_fetch":
        return fetch(event);
      case "send":
        return send(event);
      default:
        return all ? [] : -1;
    }
  };
}
