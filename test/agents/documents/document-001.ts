import { readFileSync } from "node:fs";
import path from "node:path";
import type { SessionReport, SessionTurn } from "../session/run-session.js";
import { runClaude } from "./claude-session.js";
import type { DocumentBench } from "./document-line.js";

const HOOKS = readFileSync(
  path.resolve(import.meta.dirname, "../../../examples/captain-hook/hooks.mjs"),
  "utf8",
);

/** A part of each question, and what the model that is asked says to it. */
const VERDICTS: readonly (readonly [question: string, verdict: object])[] = [
  ["Is the agent making excuses", { reasoning: "it blames a service", block: true }],
  ["Is the agent speculating", { reasoning: "it guesses", fire: true }],
  ["Evaluate this test code", { reason: "it checks nothing", action: "warning" }],
  ["for security risks", { risk_level: "high", explanation: "it prints keys", block: true }],
];
/** Gates without signals: each is asked at every end that it can keep the agent from. */
const THREE_GATES = `import { llmGate } from "@gatehouse-hooks/hooks";
const question = "Is the agent making excuses? It says: ";
export const hooks = ["First", "Second", "Third"].map((name) =>
  llmGate(question + name, { id: name.toLowerCase(), message: name + " gate" }),
);
`;
const MARK = "SUBTASK";
const EXCUSE = "The external service is down, so this is impossible.";
const GUESS = "The module should contain a parser, I think.";
const EXCUSE_DETECTED = "Excuse detected: it blames a service";
const OBSERVE = "Observe, don't infer";

/** Document 001: gates and nudges of a language model, in Claude Code, with its own examples. */
export async function document001(bench: DocumentBench): Promise<void> {
  const play = (
    event: string,
    turns: readonly SessionTurn[],
    inside: string = "",
    file: string = HOOKS,
  ): Promise<SessionReport> =>
    runClaude(bench, {
      hooks: { [event]: "--hooks hooks.mjs" },
      files: {
        "~/.gatehouse/hooks.mjs": file,
        "test_app.py": "x = 1\n",
        ".env": "KEY=the-key-of-the-project\n",
      },
      env: { GATEHOUSE_MODEL: "anthropic/judge" },
      turns,
      model: {
        aside: (said) => {
          const verdict = VERDICTS.find(([question]) => said.some((text) => text.includes(question)))?.[1];
          return verdict && JSON.stringify(verdict);
        },
        subtask: { mark: MARK, turns: [{ text: inside }] },
      },
    });
  const { say } = bench;

  const quiet = await play("Stop", [{ text: "All tests pass." }]);
  say(
    "signals run first; the model is only asked when the score meets the threshold",
    quiet.reached === 1 && quiet.asides.length === 0,
    [quiet.reached, quiet.asides.length],
  );
  const gated = await play("Stop", [{ text: EXCUSE }, { text: EXCUSE }]);
  say("a gate at Stop: the agent is blocked from proceeding", gated.reached === 2, gated.output);
  say("the message of a gate may be made of the verdict", gated.told(EXCUSE_DETECTED), gated.heard());
  say("a gate fires at most once: the second end is the end", gated.asides.length === 1, gated.asides.length);

  const three = await play("Stop", [{ text: "Done." }, { text: "Done." }], "", THREE_GATES);
  say(
    "of three gates one blocks, and none is asked where its block could not be said",
    three.told("First gate") && !three.told("Second gate") && three.asides.length === 1,
    [three.asides.length, ...three.heard()],
  );

  const agent = { description: "sub", subagent_type: "general-purpose", run_in_background: false };
  const call = { name: "Agent", args: { ...agent, prompt: `${MARK}: say how it went` } };
  const inside = await play("SubagentStop", [{ calls: () => [call] }], EXCUSE);
  say(
    "a gate at SubagentStop: the subagent goes on with the message",
    inside.asides.length === 1 && inside.subtasks(EXCUSE_DETECTED),
    inside.asides.length,
  );

  const nudged = await play("PostToolUse", [
    { text: GUESS, commands: ["touch guessed.txt"] },
    { text: "Second.", commands: ["touch next.txt"] },
  ]);
  say("a nudge after a tool call warns the agent", nudged.told(OBSERVE), nudged.heard());
  say("a nudge does not block", nudged.ran("guessed.txt") && nudged.ran("next.txt"));
  const asked = nudged.asides.length;
  say("one fire per turn", asked === 1, asked);
  say("the model does not read the command line of the hook", !nudged.told("hooks.mjs"), nudged.heard());

  const tested = await play("PostToolUse", [
    { calls: ({ project }) => [{ name: "Read", args: { file_path: path.join(project, "test_app.py") } }] },
    {
      calls: ({ project }) => [
        {
          name: "Edit",
          args: {
            file_path: path.join(project, "test_app.py"),
            old_string: "x = 1",
            new_string: "def test_x(): pass",
          },
        },
      ],
    },
  ]);
  const quality = "Test quality: it checks nothing. Write assertions that verify behavior";
  say("prompt_check: the reason between prefix and suffix", tested.told(quality), tested.heard());

  const secret = "the-key-of-the-project";
  const reviewed = await play("PreToolUse", [{ text: "I read .env.", commands: ["cat .env"] }]);
  say(
    "llm_evaluate with a verdict of one's own blocks before the tool call",
    reviewed.told("Security risk (high): it prints keys") && !reviewed.told(secret),
    reviewed.heard(),
  );
}
