import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { compilePolicies } from "@gatehouse-hooks/engine";
import {
  contractOf,
  dockerAgentEvents,
  dockerAgentPrompts,
  load,
  parseHookOutput,
  VOCABULARY,
} from "@gatehouse-hooks/hosts";
import { createJudge, type CustomProvider, judgeHandler, withPromptLanguages } from "@gatehouse-hooks/judge";
import { createRuntime } from "@gatehouse-hooks/runtime";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Agent, type AgentOptions, createAgent } from "./docker-agent.js";
import { requireProgram } from "../require-program.js";

// The hooks that people write read their input with it.
requireProgram("jq");

let directory = "";
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), "gatehouse-judge-"));
});
afterEach(async () => {
  await rm(directory, { recursive: true, force: true });
});

/** Rules first, then a judge for the shell, then the user; an audit of every call. */
const SUPERVISED = `agents:
  root:
    model: openai/gpt-4o
    hooks:
      pre_tool_use:
        - matcher: "shell|write_file"
          hooks:
            - type: model
              name: safety
              model: openai/gpt-4o-mini
              timeout: 1
              schema: pre_tool_use_decision
              prompt: |
                Is this call safe?
                Tool: {{ .ToolName }}
                Args: {{ .ToolInput | toJSON | truncate 500 }}
      on_tool_approval_decision:
        - type: command
          command: jq -r '"\\(.approval_decision) \\(.approval_source)"' >> approvals.log
permissions:
  deny: ["shell:cmd=*sudo*"]
  allow: ["shell:cmd=echo *"]
`;

/** An agent whose judge is a function; it runs these commands in one turn. */
function judged(
  text: string,
  judge: CustomProvider,
  commands: readonly string[],
  more: Partial<AgentOptions> = {},
): Agent {
  const { policies, issues } = load(text, { path: "agent.yaml", format: "docker-agent" });
  expect(issues).toEqual([]);
  const options = { custom: judge, retries: 0 } as const;
  return createAgent({
    policies,
    directory,
    env: { PATH: process.env["PATH"] },
    judge: withPromptLanguages(
      judgeHandler(createJudge(options)),
      { "docker-agent": dockerAgentPrompts },
      options,
    ),
    model: (_, iteration) =>
      iteration === 1
        ? { text: "", calls: commands.map((cmd, id) => ({ id: String(id), name: "shell", input: { cmd } })) }
        : { text: "done" },
    ...more,
  });
}

function replies(agent: Agent): readonly string[] {
  return agent.messages.filter(({ role }) => role === "tool").map(({ content }) => content);
}

async function approvals(): Promise<readonly string[]> {
  return (await readFile(path.join(directory, "approvals.log"), "utf8")).trimEnd().split("\n");
}

const says = (decision: string, reason = "because"): string => JSON.stringify({ decision, reason });

describe("a judge over tool calls", () => {
  test("is asked for what no rule settles, and allows, denies or leaves it to the user", async () => {
    const prompts: string[] = [];
    const judge: CustomProvider = (prompt) => {
      prompts.push(prompt);
      if (prompt.includes("mkdir")) return says("allow", "a new directory");
      return prompt.includes("curl") ? says("deny", "no network") : says("ask", "not sure");
    };
    const calls = ["sudo ls", "echo hello", "mkdir made", "curl example.com", "touch file"];
    const agent = judged(SUPERVISED, judge, calls, { user: () => "approve" });
    await agent.prompt("go");
    await agent.end();

    expect(replies(agent)).toEqual([
      "Tool call denied by permissions configuration: shell:cmd=*sudo*",
      "hello\n",
      "",
      "Tool call blocked by pre_tool_use hook: no network",
      "",
    ]);
    expect(await approvals()).toEqual([
      "deny team_permissions_deny",
      "allow team_permissions_allow",
      "allow pre_tool_use_hook_allow",
      "deny pre_tool_use_hook_deny",
      "allow user_approved",
    ]);
    expect(agent.log.flatMap((entry) => (entry.kind === "prompted" ? [entry.call.input] : []))).toEqual([
      { cmd: "touch file" },
    ]);
    expect(prompts).toHaveLength(3);
    expect(prompts[0]).toContain("Is this call safe?");
    expect(agent.log).toContainEqual({ kind: "shown", message: "🤖 model judge: allow — a new directory" });
  });

  const broken: readonly (readonly [name: string, judge: CustomProvider])[] = [
    ["nonsense", () => "sure, go ahead"],
    ["an unknown word", () => says("approve")],
    ["two answers", () => `${says("allow")} ${says("deny")}`],
    ["an error", () => Promise.reject(new Error("no route"))],
    ["nothing in time", () => new Promise(() => undefined)],
  ];
  test.each(broken)("%s denies, and the tool does not run", async (_, judge) => {
    const agent = judged(SUPERVISED, judge, ["touch ran"], { user: () => "approve", mode: "autonomous" });
    await agent.prompt("go");
    await agent.end();
    expect(replies(agent)[0]).toMatch(
      /^Tool call blocked by pre_tool_use hook: pre_tool_use hook failed to execute: hook "safety": /,
    );
    expect(agent.log.filter(({ kind }) => kind === "tool" || kind === "prompted")).toEqual([]);
    expect(await approvals()).toEqual(["deny pre_tool_use_hook_deny"]);
  });

  test("without a judge every call that it should settle is denied", async () => {
    const { policies } = load(SUPERVISED, { path: "agent.yaml", format: "docker-agent" });
    const agent = createAgent({
      policies,
      directory,
      env: { PATH: process.env["PATH"] },
      model: (_, iteration) =>
        iteration === 1
          ? { text: "", calls: [{ id: "1", name: "shell", input: { cmd: "touch ran" } }] }
          : { text: "done" },
      user: () => "approve",
    });
    await agent.prompt("go");
    await agent.end();
    expect(agent.log.filter(({ kind }) => kind === "tool")).toEqual([]);
    expect(await approvals()).toEqual(["deny pre_tool_use_hook_deny"]);
  });

  test("two judges are two questions, and the stricter one counts", async () => {
    const two = `agents:
  root:
    hooks:
      pre_tool_use:
        - hooks:
            - {type: model, model: m/one, prompt: "one {{ .ToolName }}", schema: pre_tool_use_decision}
            - {type: model, model: m/one, prompt: "two {{ .ToolName }}", schema: pre_tool_use_decision}
`;
    const asked: string[] = [];
    const judge: CustomProvider = (prompt) => {
      asked.push(prompt.slice(0, 3));
      return prompt.startsWith("one") ? says("allow") : says("deny", "second thoughts");
    };
    const agent = judged(two, judge, ["touch ran"]);
    await agent.prompt("go");
    await agent.end();
    expect(asked.toSorted()).toEqual(["one", "two"]);
    expect(replies(agent)).toEqual(["Tool call blocked by pre_tool_use hook: second thoughts"]);
  });

  test("what a command rewrote is what the judge sees, and no secret of it", async () => {
    const secret = ["glpat", "AbCdEf0123456789wxYZ"].join("-");
    const text = `agents:
  root:
    redact_secrets: true
    hooks:
      pre_tool_use:
        - hooks:
            - type: command
              command: |
                jq -c '{hook_specific_output:{updated_input:{cmd:(.tool_input.cmd + " # checked")}}}'
            - {type: model, model: m/one, prompt: "{{ .ToolInput.cmd }}", schema: pre_tool_use_decision}
`;
    const prompts: string[] = [];
    let asked = 0;
    const agent = judged(
      text,
      (prompt) => {
        prompts.push(prompt);
        return says("allow");
      },
      [`echo ${secret}`],
      // What the judge allowed without having seen all of it is the user's to approve.
      {
        user: () => {
          asked++;
          return "approve";
        },
      },
    );
    await agent.prompt("go");
    await agent.end();
    expect(asked).toBe(1);
    expect(prompts.join("\n")).toContain("# checked");
    expect(prompts.join("\n")).not.toContain(secret);
    expect(replies(agent)).toEqual(["[REDACTED]\n"]);
  });

  test("a reply in free text becomes context of the turn", async () => {
    const text = `agents:
  root:
    hooks:
      turn_start:
        - {type: model, model: m/one, prompt: "Advise {{ .AgentName }}."}
`;
    const seen: string[] = [];
    const agent = judged(text, () => "Mind the gap.", [], {
      model: (messages) => {
        seen.push(...messages.map(({ content }) => content));
        return { text: "done" };
      },
    });
    await agent.prompt("go");
    await agent.end();
    expect(seen).toEqual(["go", "Mind the gap."]);
  });
});

describe("the session", () => {
  test("remembers what the user allowed, and its mode", async () => {
    const bare = "agents: { root: { hooks: {} } }";
    const answers = ["approve-tool"] as const;
    let asked = 0;
    const agent = judged(bare, () => "", ["touch a", "touch b"], {
      user: () => answers[asked++] ?? "reject",
    });
    await agent.prompt("go");
    await agent.end();
    expect([asked, replies(agent)]).toEqual([1, ["", ""]]);

    asked = 0;
    const free = judged(bare, () => "", ["touch a", "touch b"], {
      user: () => (asked++ === 0 ? "approve-session" : "reject"),
    });
    await free.prompt("go");
    await free.end();
    expect([asked, replies(free)]).toEqual([1, ["", ""]]);
  });

  test("an abort while the chain decides is reported as canceled, and the tool does not run", async () => {
    const abort = new AbortController();
    const text = `agents:
  root:
    hooks:
      pre_tool_use: [{hooks: [{type: command, command: "sleep 20"}]}]
`;
    const agent = judged(text, () => "", ["touch ran"], { signal: abort.signal });
    setTimeout(() => abort.abort(), 100);
    await agent.prompt("go");
    await agent.end();
    const [decided] = agent.log.filter(
      (entry) => entry.kind === "event" && entry.name === "on_tool_approval_decision",
    );
    expect(decided).toMatchObject({
      input: { approval_decision: "canceled", approval_source: "context_canceled" },
    });
    expect(agent.log.filter(({ kind }) => kind === "tool" || kind === "prompted")).toEqual([]);
  });
});

test("variables of the host reach a hook's env and directory", async () => {
  const text = `agents:
  root:
    hooks:
      session_start:
        - type: command
          command: printf '%s:%s' "$TOKEN_OF" "$PWD"
          env: { TOKEN_OF: "\${env.TEAM}-agent" }
          working_dir: "\${env.HOOKS}"
`;
  const agent = judged(text, () => "", [], {
    env: { PATH: process.env["PATH"], TEAM: "blue", HOOKS: directory },
  });
  await agent.start();
  await agent.end();
  expect(agent.messages).toEqual([{ role: "system", content: `blue-agent:${directory}` }]);
});

describe("a model's decision counts exactly where a command's does (D4)", () => {
  const decisions = ["allow", "ask", "deny"] as const;
  test.each(dockerAgentEvents("2026-09"))("%s", async (name) => {
    const event = { event: name, tool_name: "shell", tool_input: { cmd: "ls" } };
    const hooks = [{ type: "model", model: "m", prompt: "p", schema: "pre_tool_use_decision" }];
    const file = { hooks: { [name]: contractOf(name).matched === true ? [{ hooks }] : hooks } };
    const { policies, issues } = load(JSON.stringify(file), { path: "a.json", format: "docker-agent" });
    expect(issues).toEqual([]);
    for (const decision of decisions) {
      const options = { custom: () => says(decision), retries: 0 } as const;
      const runtime = createRuntime({
        policies: compilePolicies(policies, { vocabulary: VOCABULARY }).set,
        handlers: {
          judge: withPromptLanguages(
            judgeHandler(createJudge(options)),
            { "docker-agent": dockerAgentPrompts },
            options,
          ),
        },
      });
      const judged = await runtime.decide(event);
      await runtime.close();
      const stdout = JSON.stringify({ hook_specific_output: { permission_decision: decision } });
      const { kind } = parseHookOutput({ exitCode: 0, stdout, stderr: "" }, event);
      expect([decision, judged.effect]).toEqual([decision, kind === "approve" ? "abstain" : kind]);
    }
  });
});
