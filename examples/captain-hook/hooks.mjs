// The examples of captain-hook's guide to LLM hooks (document 001), line by line. docs/guide/migrating/captain-hook.md runs them.
import {
  Allow,
  Block,
  llmEvaluate,
  llmGate,
  llmNudge,
  Ok,
  on,
  promptCheck,
  RanCommand,
  Signal,
  Signals,
  Tool,
  Warn,
} from "@gatehouse-hooks/hooks";
import * as z from "zod";

export const excuses = llmGate(
  "Is the agent making excuses for not completing the task? " +
    "Look for blame-shifting to external services, claiming something is impossible " +
    "without evidence, or declaring success without verification.",
  {
    id: "excuses",
    message: (r) => `Excuse detected: ${r.reasoning}`,
    signals: Signals({
      patterns: [
        Signal("external.*service", 2),
        Signal("impossible|cannot be done", 2),
        Signal("investigating", -3),
      ],
      threshold: 2,
      window: 15,
    }),
    maxFires: 1,
    tests: [
      [{ transcript: ["That is impossible."] }, Block("Excuse detected")],
      [{ transcript: ["It looks impossible, I am investigating."] }, Allow()],
    ],
  },
);

export const guesses = llmNudge(
  "Is the agent speculating about what the code does instead of reading it? " +
    "Look for phrases like 'should contain', 'probably has', 'I think it would'.",
  {
    id: "guesses",
    message: "Observe, don't infer -- read the actual code or check traces before making claims.",
    signals: Signals({
      patterns: [
        Signal("should contain", 2),
        Signal("probably|I think", 1),
        Signal("let me (read|check|look)", -2),
      ],
      threshold: 3,
      window: 10,
    }),
    skipIf: [RanCommand("uv\\s+run\\s+lf")],
    tests: [
      [{ transcript: ["It should contain a loop, I think."] }, Warn("Observe")],
      [{ transcript: ["I think it is fine."] }, Allow()],
    ],
  },
);

export const retries = llmGate("Is the agent retrying the same approach without changing anything?", {
  id: "retries",
  message: (r) => `Retry loop detected: ${r.reasoning}. Try a different approach.`,
  signals: [Signal("try again")],
});

export const reviewTestQuality = on(
  "PostToolUse",
  {
    id: "review_test_quality",
    onlyIf: [Tool("Edit")],
    tests: [
      [{ tool: "Edit", toolInput: { new_string: "def test_a(): pass" } }, Warn("^Test quality: ")],
      [{ tool: "Edit", toolInput: { new_string: "def test_a(): assert f(1) == 2" } }, Ok()],
      [{ tool: "Edit", toolInput: { new_string: "x = 1" } }, Allow()],
    ],
  },
  (context) => {
    const content = context.event.params?.new_string ?? context.event.tool_input?.new_string ?? "";
    if (!content.includes("def test_")) return undefined;

    return promptCheck(context, {
      template: "Evaluate this test code:\n{code}\n\nIs it testing behavior or just structure?",
      fmt: { code: content },
      prefix: "Test quality",
      suffix: ". Write assertions that verify behavior, not just that code exists.",
    });
  },
);

const SecurityVerdict = z.object({
  risk_level: z.string(),
  explanation: z.string(),
  block: z.boolean(),
});

export const securityReview = on(
  "PreToolUse",
  {
    id: "security_review",
    tests: [
      [
        {
          command: "cat .env",
          transcript: ["I read the secret."],
          answer: { risk_level: "high", explanation: "it prints keys", block: true },
        },
        Block("high"),
      ],
      [{ command: "ls", transcript: ["I look around."] }, Allow()],
    ],
  },
  async (context) => {
    const verdict = await llmEvaluate(
      context,
      "Evaluate this action for security risks. Consider file access, network calls, and credential exposure.",
      SecurityVerdict,
      { signals: Signals({ patterns: [Signal("\\.env|credentials|secret", 3)], threshold: 2 }) },
    );
    if (verdict.kind !== "answer" || !verdict.value.block) return undefined;
    return {
      kind: "deny",
      reason: `Security risk (${verdict.value.risk_level}): ${verdict.value.explanation}`,
    };
  },
);
