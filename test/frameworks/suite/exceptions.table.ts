/** A case that a framework cannot hold, and why. */
export interface SuiteException {
  readonly frameworks: readonly string[];
  /** The names of cases. */
  readonly cases: readonly string[];
  readonly why: string;
}

/** What cannot be tried, or is otherwise, in one framework; everything else holds in all of them. */
export const SUITE_EXCEPTIONS: readonly SuiteException[] = [
  {
    frameworks: ["claude-agent-sdk", "mcp"],
    cases: [
      "an approval does not cover other arguments that the history gives under the same call id",
      "an approval does not cover another tool that the history gives under the same call id",
    ],
    why: "the question is asked while the call waits in the process: no history can carry an approval",
  },
  {
    frameworks: ["claude-agent-sdk", "mcp"],
    cases: [
      "a tool without a declared kind is an error that names the cure",
      "policies over facts that come later find no tool without a kind",
    ],
    why: "a tool of a server is of the kind `mcp`: its facts are read from its name and its arguments",
  },
  {
    frameworks: ["mcp"],
    cases: ["a kind of a tool that is not there is an error that names those that are"],
    why: "what a server lists is known with the first call",
  },
  {
    frameworks: ["claude-agent-sdk"],
    cases: ["keys of every object are data where arguments have them"],
    why: "the SDK hands over the keys that the tool's schema names, and no others",
  },
  {
    frameworks: ["mastra"],
    cases: ["a list in place of arguments does not run", "text that is not JSON does not run"],
    why: "Mastra makes an object of a list, and of text that is not JSON no arguments at all; that is what is decided, and what runs",
  },
  {
    frameworks: ["langchain"],
    cases: ["a person is asked about the calls of an agent in a tool"],
    why: "LangGraph runs a tool in which a graph has waited anew from its beginning; the call inside runs once",
  },
];

/** Why a framework does not hold a case; undefined where it must. */
export function exceptionOf(framework: string, name: string): string | undefined {
  return SUITE_EXCEPTIONS.find(
    ({ frameworks, cases }) => frameworks.includes(framework) && cases.includes(name),
  )?.why;
}
