import type { AgentName } from "../agent-name.js";
import type { SessionReport, SessionTurn } from "../session/run-session.js";
import { LISTED, NEEDLE, NOTES, SECRET, TEST_OUTPUT } from "./project.js";
import { FILE_TOOLS } from "./tools.table.js";

/** A call of every day, and how it is seen that it was made: by what the tool said, or by what is in the project after it. */
export interface OrdinaryCall {
  readonly name: string;
  readonly turn: SessionTurn;
  done(report: SessionReport, turn: number): boolean;
}

const HELLO = 'print("hello")\n';
const EDITED = "a line that is new";

/** What an agent does all day, in its own words. */
export function ordinaryCalls(agent: AgentName): readonly OrdinaryCall[] {
  const tools = FILE_TOOLS[agent];
  const { read } = tools;
  const says =
    (text: string): OrdinaryCall["done"] =>
    (report, turn) =>
      report.result(turn).includes(text);
  return [
    { name: "ls", turn: { commands: ["ls"] }, done: says(LISTED) },
    {
      name: "write hello.py",
      turn: { calls: ({ project }) => [tools.write(project, "hello.py", HELLO)] },
      done: (report) => report.contents("hello.py")?.trim() === HELLO.trim(),
    },
    {
      name: "read a file",
      turn:
        read === undefined
          ? { commands: [`cat ${NOTES.file}`] }
          : { calls: ({ project }) => [read(project, NOTES.file)] },
      done: says(NOTES.kept),
    },
    {
      name: "edit it",
      turn: {
        calls: ({ project }) => [tools.edit(project, { file: NOTES.file, from: NOTES.replaced, to: EDITED })],
      },
      done: (report) => {
        const text = report.contents(NOTES.file) ?? "";
        return text.includes(EDITED) && !text.includes(NOTES.replaced);
      },
    },
    { name: "git status", turn: { commands: ["git status"] }, done: says("On branch main") },
    { name: "npm test", turn: { commands: ["npm test"] }, done: says(TEST_OUTPUT) },
    { name: "grep", turn: { commands: [`grep -rn ${NEEDLE} src`] }, done: says(`src/app.ts:1:`) },
  ];
}

/** What the policies are there for: a hook that was never asked would let it through. */
export const GUARDED: SessionTurn = { commands: ["cat ~/.ssh/id_rsa"] };

/** Whether the key was kept from the model, and it was told which policy did that. */
export function isGuarded(report: SessionReport, turn: number): boolean {
  return !report.told(SECRET) && report.result(turn).includes("secrets/");
}
