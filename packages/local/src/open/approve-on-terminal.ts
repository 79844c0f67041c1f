import { type ApprovalRequest, type Approve, headless } from "@gatehouse-hooks/runtime";
import { askForWord, askForYes, type Terminal } from "@gatehouse-hooks/console";
import { boxed, printable } from "@gatehouse-hooks/console/print";

/** UTF-16 code units, and lines, of a question: people do not read more, and what was not shown cannot be approved. */
const MAX_SHOWN = 4_000;
const MAX_LINES = 100;

/**
 * Asks the person at the terminal whether a command may run, as it would run: with the values of the event, its directory and
 * its variables. Only the word in the question approves, or what the request's own question takes for a yes: an empty line, silence and everything else decline. Without a
 * terminal everything is declined, and so is what is too long to be shown whole, and what is asked on a terminal that another agent has made.
 *
 * Questions are asked one after the other: two at once would mix up their answers.
 */
export function approveOnTerminal(terminal: Terminal | undefined): Approve {
  if (terminal === undefined) return headless;
  let before: Promise<unknown> = Promise.resolve();
  return (request, { signal }) => {
    const asked = before.then(async (): ReturnType<Approve> => {
      if (signal.aborted) return { kind: "declined", why: "unanswered" };
      const { whyNoPerson } = await import("../person/index.js");
      if (whyNoPerson(terminal) !== undefined) return { kind: "declined", why: "headless" };
      const { text, isWhole } = shownRequest(request);
      if (!isWhole) {
        terminal.tell(text);
        return { kind: "declined", why: "headless" };
      }
      const { question } = request;
      const answer = await (question === undefined
        ? askForWord(terminal, text, "let it run", signal)
        : askForYes(terminal, text, question, signal));
      if (answer === "yes") return { kind: "approved", hash: request.hash };
      return { kind: "declined", why: answer === "no" ? "declined" : "unanswered" };
    });
    before = asked.catch(() => undefined);
    return asked;
  };
}

function shownRequest(request: ApprovalRequest): { readonly text: string; readonly isWhole: boolean } {
  const { policy, event, tool, command, finalCommand = command, args = [], workingDir, env = {} } = request;
  const about = printable([event, tool].filter((one) => one !== undefined).join(" "));
  const what = [finalCommand, ...args.map((one) => JSON.stringify(one))].join(" ");
  const parts = [
    ["", what],
    ...(workingDir === undefined ? [] : [["in the folder", workingDir]]),
    ...Object.entries({ ...env, ...ownVariables(request) }).map(([name, value]) => [
      "with",
      `${name}=${value}`,
    ]),
  ];
  const units = parts.reduce((sum, [, text = ""]) => sum + text.length, 0);
  const lines = parts.flatMap(([title = "", text = ""]) => [
    ...(title === "" ? [] : [title]),
    ...boxed(text.slice(0, MAX_SHOWN)),
  ]);
  const isWhole = units <= MAX_SHOWN && lines.length <= MAX_LINES;
  const end = isWhole
    ? []
    : [
        `cut: the whole has ${units} characters. What is not shown cannot be approved, so it does not run`,
        "run it yourself, or make it a script that takes less",
      ];
  const shown = [
    `${printable(policy)} wants to run, for ${about}:`,
    "",
    ...lines.slice(0, MAX_LINES),
    "",
    ...end,
  ];
  return { text: `\n${shown.join("\n")}`, isWhole };
}

/** Values that the command names in a way that its text does not show. */
function ownVariables({
  finalCommand,
  env = {},
  variables = {},
}: ApprovalRequest): Readonly<Record<string, string>> {
  if (finalCommand !== undefined) return {};
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !Object.hasOwn(env, name)));
}
