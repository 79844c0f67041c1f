import { type ApprovalRequest, type Approve, headless } from "@gatehouse/runtime";
import { printable } from "../print/printable.js";
import type { Terminal } from "../terminal.js";

/** The command is shown whole, or not approved: nobody approves what is cut off. */
const MAX_SHOWN = 4_000;

/**
 * Asks the person at the terminal whether a command may run. Only `y` and `yes` approve: an empty line, silence and
 * everything else decline. Without a terminal everything is declined.
 *
 * Questions are asked one after the other: two at once would mix up their answers.
 */
export function approveOnTerminal(terminal: Terminal | undefined): Approve {
  if (terminal === undefined) return headless;
  let before: Promise<unknown> = Promise.resolve();
  return (request, { signal }) => {
    const asked = before.then(async (): ReturnType<Approve> => {
      if (signal.aborted) return { kind: "declined", why: "unanswered" };
      const question = questionOf(request);
      if (question === null) return { kind: "declined", why: "headless" };
      const answer = await terminal.ask(question, signal);
      if (answer === undefined) return { kind: "declined", why: "unanswered" };
      if (/^\s*y(?:es)?\s*$/i.test(answer)) return { kind: "approved", hash: request.hash };
      return { kind: "declined", why: "declined" };
    });
    before = asked.catch(() => undefined);
    return asked;
  };
}

function questionOf(request: ApprovalRequest): string | null {
  const { policy, event, tool, command, args = [], workingDir, env = {} } = request;
  const parts = [
    command,
    ...args.map((one) => JSON.stringify(one)),
    ...(workingDir === undefined ? [] : [`(in ${workingDir})`]),
    ...Object.entries(env).map(([name, value]) => `(with ${name}=${value})`),
  ];
  const shown = printable(parts.join(" "));
  if (shown.length > MAX_SHOWN) return null;
  const about = printable([event, tool].filter((one) => one !== undefined).join(" "));
  return `\n${printable(policy)} wants to run, for ${about}:\n\n  ${shown}\n\nmay it? [y/N] `;
}
