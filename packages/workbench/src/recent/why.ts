import { type RecentDecision, recentDecisions } from "@gatehouse-hooks/agents/recent";
import { anyShellWord } from "@gatehouse-hooks/agents/init";
import { exitCode, type ExitCode, UsageError } from "@gatehouse-hooks/console";
import { ago, paintEffect, type Palette, printable, printableLines } from "@gatehouse-hooks/console/print";
import { type Context, printResult } from "@gatehouse-hooks/local";
import { saidShortly } from "../explain/tried-lines.js";
import { keptDecisions } from "./kept-decisions.js";

/** What `gatehouse why --json` prints. */
export interface WhyJson {
  /** Null: none is kept. */
  readonly decision: RecentDecision | null;
}

/**
 * `gatehouse why [N]`: what the last decision was that an agent got and that was not abstain, which rule made it, and why.
 *
 * @param which 1 for the last one, 2 for the one before it
 * @throws UsageError where fewer are kept
 */
export async function why(context: Context, which: number): Promise<ExitCode> {
  const { io, colors } = context;
  const recent = recentDecisions(io.home);
  const kept = keptDecisions(io.home);
  const decision = kept.at(-which);
  if (decision === undefined && kept.length > 0)
    throw new UsageError(`only ${kept.length} decisions are kept`, "gatehouse log --last 50");
  await printResult(
    context,
    { decision: decision ?? null } satisfies WhyJson,
    decision === undefined
      ? [
          recent.isOff()
            ? "decisions are not kept: `gatehouse log --on` keeps them again"
            : "no agent was denied, asked or allowed anything yet",
        ]
      : decisionLines(decision, which, io.cwd, colors),
  );
  return exitCode.fine;
}

function decisionLines(one: RecentDecision, which: number, cwd: string, colors: Palette): string[] {
  const agent = one.agent === "" ? "an agent" : one.agent;
  const where = one.cwd === "" ? "" : `, in ${one.cwd}`;
  const tried = one.agent === "" ? "" : ` --as ${one.agent}`;
  const row = (name: string, text: string): string => `  ${colors.dim(name.padEnd(9))}${printable(text)}`;
  return [
    `${paintEffect(one.effect, colors)}  ${one.observed === true ? "(observed: the agent was not told)  " : ""}${printable(one.policy ?? "the event is refused")}  ${colors.dim(printable(`${ago(one.at, Date.now())}, ${agent}${where}`))}`,
    "",
    printableLines(one.text === "" ? one.tool : one.text, "    "),
    "",
    ...(one.reason === "" ? [] : [`  ${printable(one.reason)}`, ""]),
    ...one.saw.map((said, i) => row(i === 0 ? "it does" : "", saidShortly(said))),
    ...(one.isCommand
      ? [
          row(
            "more",
            `${one.cwd === "" || one.cwd === cwd ? "" : `cd ${anyShellWord(one.cwd)} && `}gatehouse try${tried} ${anyShellWord(one.text)}`,
          ),
          ...(one.policy === null || one.effect === "allow"
            ? []
            : [row("allow", `gatehouse approve ${which} --always, in a terminal of your own`)]),
          // What was denied is stopped by a rule already.
          ...(which === 1 && one.effect !== "deny"
            ? [row("deny", "gatehouse new --from-last, from now on")]
            : []),
        ]
      : []),
  ];
}
