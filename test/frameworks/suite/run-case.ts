import { createGatehouse, type Gatehouse } from "@gatehouse-hooks/core";
import { POLICIES } from "./cases/policies.js";
import type { AgentRun, Body, Driver, SuiteCase, SuiteContext, Turns } from "./suite-case.js";

/** What came of a case. */
interface Outcome {
  readonly ran: readonly (readonly [tool: string, input: unknown])[];
  readonly decided: readonly unknown[];
  readonly asked: readonly string[];
  readonly notices: string;
  readonly told: string;
  /** What the run, or the making of the agent, threw. */
  readonly thrown?: unknown;
}

/** What the default tools do. */
const SAYS: Body = (input) => `ran ${JSON.stringify(input)}`;
const TOOLS: NonNullable<SuiteCase["tools"]> = { bash: () => SAYS, pay: () => SAYS };
const KINDS = { bash: "shell", pay: "other" } as const;

/** Runs one case with the driver of a framework. @returns what is wrong; nothing where it is right */
export async function runSuiteCase(driver: Driver, one: SuiteCase): Promise<readonly string[]> {
  return wrongWith(one, await outcomeOf(driver, one));
}

async function outcomeOf(driver: Driver, one: SuiteCase): Promise<Outcome> {
  const ran: [string, unknown][] = [];
  const asked: string[] = [];
  const notices: string[] = [];
  const outcome = (told: string, thrown?: unknown): Outcome => ({
    ran,
    decided,
    asked,
    notices: notices.join("\n"),
    told,
    ...(thrown !== undefined && { thrown }),
  });
  let gatehouse: Gatehouse | undefined;
  const stopping = new AbortController();
  const live: object[] = [];
  const decided: unknown[] = [];
  const left = [...(one.answers ?? [])];
  let agent: Omit<AgentRun, "turns"> | undefined;
  const run = async (turns: Turns): Promise<string> => {
    if (agent === undefined) throw new Error("the agent is not there yet");
    return await driver({ ...agent, turns });
  };
  const context: SuiteContext = {
    get gatehouse() {
      if (gatehouse === undefined) throw new Error("the gatehouse is not there yet");
      return gatehouse;
    },
    stop: () => stopping.abort(new Error("the user has stopped it")),
    live,
    decided,
    delegate: run,
  };
  try {
    gatehouse = await createGatehouse({
      policies: one.policies?.(context) ?? POLICIES,
      onNotice: ({ message }) => void notices.push(message),
      ...one.gatehouse,
    });
    const tools = Object.entries(one.tools ?? TOOLS).map(([name, make]) => {
      const body = make(context);
      const recorded: Body = (input) => {
        ran.push([name, structuredClone(input)]);
        return body(input);
      };
      return [name, recorded] as const;
    });
    agent = {
      gatehouse,
      options: { kinds: one.tools === undefined ? KINDS : {}, ...one.options },
      tools: Object.fromEntries(tools),
      answer: async (tool, params) => {
        const shown = JSON.stringify(params);
        asked.push(`${tool} ${shown}`);
        await one.meanwhile?.(context);
        const at = left.findIndex(([about]) => shown.includes(about));
        return at < 0 ? one.mayAsk === true : left.splice(at, 1)[0]?.[1] === true;
      },
      live: (input) => void live.push(input),
      tamper: one.tamper,
      replays: one.replays,
      signal: stopping.signal,
    };
    return outcome(await run(one.turns));
  } catch (error) {
    return outcome("", error);
  } finally {
    await gatehouse?.close();
  }
}

function wrongWith(
  one: SuiteCase,
  { ran, decided, asked, notices, told, thrown }: Outcome,
): readonly string[] {
  const { answers = [], fails = false, refused } = one;
  const asDecided = ran.slice(0, 1).map(([tool]) => [tool, decided.at(-1)] as const);
  const [expected, got] = [listOf(one.runsAsDecided === true ? asDecided : one.ran), listOf(ran)];
  const isIdle = one.runsAsDecided === true && ran.length === 0;
  const wasAsked = (shown: string): boolean => asked.some((all) => all.includes(shown));
  // A framework that ends the run asks about no later call.
  const hasEnded = fails && thrown !== undefined;
  const isAsked =
    (one.mayAsk === true || asked.length <= answers.length) &&
    (hasEnded || answers.every(([shown]) => wasAsked(shown)));
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return [
    ...(isIdle ? ["nothing ran"] : []),
    ...(got === expected || (one.mayNot === true && got === "") ? [] : [`ran ${got}, expected ${expected}`]),
    ...(isAsked ? [] : [`asked about ${JSON.stringify(asked)}`]),
    ...(one.told === undefined || one.told.test(told) || (fails && one.told.test(message))
      ? []
      : [`the model was told ${told}`]),
    ...(one.untold?.test(told) === true || one.untold?.test(message) === true
      ? [`the model was told ${told} ${message}`]
      : []),
    ...(one.often === undefined || told.split(one.often[0]).length > one.often[1]
      ? []
      : [`the model was not told ${one.often.join(" ")} times`]),
    ...(thrown === undefined || fails || refused?.test(message) === true ? [] : [`it threw ${message}`]),
    ...(refused === undefined || thrown !== undefined ? [] : ["nothing was refused"]),
    ...(one.notices === undefined || one.notices.test(notices) ? [] : [`the notices were ${notices}`]),
  ];
}

/** Calls of one answer of the model run in any order. */
function listOf(ran: Outcome["ran"]): string {
  return ran
    .map((each) => JSON.stringify(each))
    .toSorted()
    .join(" ");
}
