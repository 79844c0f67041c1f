import { type CommandFact, type Facts, PROGRAMS, TOOL_ROWS, createFacts } from "../../src/index.js";

/** The stubs of the oracle are known programs that do nothing. */
const STUB_ROW = { name: ["aa", "bb", "cc", "dd"], loose: true, tests: [{ run: "aa" }] };

const rows = PROGRAMS.filter(
  ({ name }) =>
    !STUB_ROW.name.some((one) => name === one || (typeof name !== "string" && name.includes(one))),
);
const { facts } = createFacts({ programs: [rows, [STUB_ROW]], tools: [TOOL_ROWS] });

/** The facts of a script that runs in the oracle's box. */
export function predictCommands(script: string): Facts {
  const place = { cwd: "/w/p", workspace: "/w/p", home: "/home/u" };
  return facts({ ...place, event: "before_tool_call", toolName: "Bash", params: { command: script } });
}

/** Arguments that are not known do not excuse a command that is not there. */
export function isExcused({ unknown }: Facts): boolean {
  return unknown.some(({ code }) => code !== "dynamic-argument" && code !== "unknown-option");
}

/** The command can be this execution. */
export function coversExecution(command: CommandFact, argv: readonly string[], directory: string): boolean {
  if (command.cwd !== null && command.cwd !== directory) return false;
  const [name = "", ...args] = argv;
  if (command.program !== name) return false;
  // Which descriptor a process substitution gets is of no consequence.
  const given = command.args.map((one) => one.replace(/^\/dev\/fd\/\d+$/, "/dev/fd/*"));
  return expressionOf(given).test(args.map((one) => `${one}\0`).join(""));
}

function expressionOf(args: readonly string[]): RegExp {
  const source = args.map((arg) => {
    if (/^\uFFFD+$/.test(arg)) return "(?:[^\\x00]*\\x00)*";
    const parts = arg.split(/(\uFFFD|\*\*\/|\*|\?|\[[^\]]*\])/).map((part, i) => {
      if (part === "**/") return "(?:[^]*\\/)?";
      if (i % 2 === 0) return part.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
      return "[^]*";
    });
    return `${parts.join("")}\\x00`;
  });
  return new RegExp(`^${source.join("")}$`);
}
