import { type Disguise, DISGUISES } from "../../../packages/core/test/frameworks/disguises.js";
import type { AgentName } from "../agent-name.js";
import { FILE_TOOLS } from "../ordinary/tools.table.js";
import type { SessionReport } from "../session/run-session.js";
import type { Part } from "./part.js";
import { playStory, type Story, type StoryTurn } from "./story.js";

/** The agents that carry a result that a hook has changed. */
const CARRY: readonly AgentName[] = ["claude-code", "codex", "gemini-cli", "copilot", "opencode"];
const AT_ONCE = 7;

const fileOf = (index: number): string => `text-${index}.txt`;
/** The name of a disguise shows that its text was read. */
const FILES = {
  "~/.gatehouse/redact.yaml": "version: 1\nextends: [pack/redact-output]\n",
  ...Object.fromEntries(
    DISGUISES.map(({ name, text }, index) => [fileOf(index), `the text of ${name}:\n${text}\n`]),
  ),
};

type TurnOf = (indices: readonly number[]) => StoryTurn;

/** A secret in what a tool has printed, in each disguise: by a command, and by the tool that reads files. */
export const results: Part = async (bench) => {
  const { name } = bench.agent;
  if (!bench.wants("results") || !CARRY.includes(name)) return [];
  const byCommand = await playStory(
    bench,
    storyOf("a command", (indices) => ({ commands: indices.map((index) => `cat ${fileOf(index)}`) })),
  );
  const { read } = FILE_TOOLS[name];
  if (read === undefined) return byCommand;
  const turnOf: TurnOf = (indices) => ({
    calls: ({ project }) => indices.map((index) => read(project, fileOf(index))),
  });
  return [...byCommand, ...(await playStory(bench, storyOf("the tool that reads files", turnOf)))];
};

function storyOf(way: string, turnOf: TurnOf): Story {
  const all = DISGUISES.map((_, index) => index);
  const parts = Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, index) =>
    all.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
  );
  const last: StoryTurn = {
    text: "Done.",
    cells: [
      {
        name: `by ${way}: all ${DISGUISES.length} texts are read`,
        expected: "runs",
        ran: (report) => DISGUISES.every(({ name }) => report.told(`the text of ${name}:`)),
        note: (report) => namesOf(({ name }) => !report.told(`the text of ${name}:`)),
      },
      {
        name: `by ${way}: one of the secrets in them is read`,
        expected: "stays",
        ran: (report) => DISGUISES.some(({ secret }) => isTold(report, secret)),
        note: (report) => namesOf(({ secret }) => isTold(report, secret)),
      },
    ],
  };
  return { part: "results", files: FILES, turns: [...parts.map(turnOf), last] };
}

function namesOf(isMeant: (disguise: Disguise) => boolean): string {
  return DISGUISES.filter((one) => isMeant(one))
    .map(({ name }) => name)
    .join(", ");
}

/** As it is, or in JSON. */
function isTold({ told }: SessionReport, secret: string): boolean {
  return told(secret) || told(JSON.stringify(secret).slice(1, -1));
}
