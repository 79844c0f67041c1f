import { describe, expect, onTestFinished, test } from "vitest";
import { items, member } from "./json-access.js";
import { PROTOCOL_ROWS, type ProtocolRow } from "./protocol-rows.js";
import type { Turn } from "./script.js";
import { type ScriptedModel, type ScriptOptions, startScriptedModel } from "./scripted-model.js";

const args = { command: "touch a.txt" };
const turns: readonly Turn[] = [{ calls: [{ name: "shell", args }] }, { text: "That was it." }];

async function start(
  script: readonly Turn[] = turns,
  run = "run1",
  more: Partial<ScriptOptions> = {},
): Promise<ScriptedModel> {
  const model = await startScriptedModel({ turns: script, run, ...more });
  onTestFinished(() => model.close());
  return model;
}

async function post(model: ScriptedModel, path: string, body: object): Promise<string> {
  const response = await fetch(`${model.url}${path}`, { method: "POST", body: JSON.stringify(body) });
  return response.text();
}

async function ask(
  model: ScriptedModel,
  row: ProtocolRow,
  spoken: number,
  tools = ["shell"],
  said = ["go"],
): Promise<unknown> {
  return JSON.parse(await post(model, row.path, row.request(spoken, tools, said)));
}

/** What is at a place of a value. */
function at(value: unknown, place: readonly (string | number)[]): unknown {
  return place.reduce(
    (found, key) => (typeof key === "number" ? items(found)[key] : member(found, key)),
    value,
  );
}

describe.each(PROTOCOL_ROWS)("$name", (row) => {
  test("a script is played turn by turn", async () => {
    const model = await start();
    const first = await ask(model, row, 0);
    expect(at(first, row.call.name)).toBe("shell");
    const given = at(first, row.call.args);
    expect(typeof given === "string" ? JSON.parse(given) : given).toEqual(args);
    expect(at(await ask(model, row, 1), row.text)).toBe("That was it.");
    expect(at(await ask(model, row, 2), row.text)).toBe("Done.");
    expect(model.turns).toEqual([0, 1, 2]);
  });

  test("a stream says the same", async () => {
    const model = await start();
    const body = { ...row.request(0, ["shell"]), ...(row.streamPath === undefined && { stream: true }) };
    const text = await post(model, row.streamPath ?? row.path, body);
    expect(text).toContain(String(at(await ask(model, row, 0), row.call.id)));
    expect(text).toContain("touch a.txt");
    expect(text.endsWith(row.streamEnd)).toBe(true);
    for (const line of text.split("\n").filter((one) => one.startsWith("data: {"))) {
      expect(() => JSON.parse(line.slice("data: ".length)) as unknown).not.toThrow();
    }
  });

  test("a repeated request gets the same turn, and what comes before it happens once", async () => {
    let times = 0;
    const model = await start([{ calls: [{ name: "shell", args }], before: () => void (times += 1) }]);
    const first = await ask(model, row, 0);
    const again = await ask(model, row, 0);
    expect(at(again, row.call.id)).toBe(at(first, row.call.id));
    expect(at(first, row.call.id)).toBeTypeOf("string");
    expect(times).toBe(1);
  });

  test("a conversation that goes on starts the script, with ids that it has not seen", async () => {
    const before = at(await ask(await start(), row, 0), row.call.id);
    const resumed = await start(turns, "run2");
    const after = await ask(resumed, row, 3);
    expect(at(after, row.call.name)).toBe("shell");
    expect(at(after, row.call.id)).not.toBe(before);
    expect(at(await ask(resumed, row, 4), row.text)).toBe("That was it.");
  });

  test("a request without tools is answered beside the script", async () => {
    const model = await start();
    expect(at(await ask(model, row, 0, []), row.text)).toBe("Done.");
    expect(model.turns).toEqual([]);
    expect(at(await ask(model, row, 0), row.call.name)).toBe("shell");
  });

  test("calls can follow from what the model has read", async () => {
    const heard: string[] = [];
    const follows: Turn["follows"] = (said) => {
      heard.push(...said);
      return [{ name: "shell", args }];
    };
    const model = await start([{ text: "First." }, { follows }]);
    await ask(model, row, 0);
    expect(at(await ask(model, row, 1), row.call.name)).toBe("shell");
    expect(heard).toContain("the tool said so");
  });

  test("a subagent has a script of its own, also where more is said before its task", async () => {
    const inside: readonly Turn[] = [{ text: "Inside." }, { text: "Still inside." }];
    const model = await start(turns, "run1", { subtask: { mark: "SUB", turns: inside } });
    const begun = (spoken: number, said: string[]): Promise<unknown> =>
      ask(model, row, spoken, ["shell"], said);
    expect(at(await begun(0, ["SUB: do it"]), row.text)).toBe("Inside.");
    expect(at(await begun(1, ["where it is", "SUB: do it"]), row.text)).toBe("Still inside.");
    expect(model.turns).toEqual([]);
    // Its parent has the task in what came of its call.
    const parent = JSON.stringify(row.request(1, ["shell"])).replaceAll("the tool said so", "SUB: do it");
    await post(model, row.path, JSON.parse(parent) as object);
    expect(model.turns).toEqual([0]);
  });

  test("a conversation that was compacted has a script of its own", async () => {
    const after: readonly Turn[] = [{ calls: [{ name: "shell", args }] }, { text: "That was all." }];
    const model = await start([{ text: "Not this." }], "run1", {
      compaction: { asks: /^sum it up$/, turns: after },
    });
    for (const tools of [[], ["shell"]]) {
      const summary = at(await ask(model, row, 2, tools, ["sum it up"]), row.text);
      expect(at(await ask(model, row, 0, ["shell"], [String(summary)]), row.call.name)).toBe("shell");
      expect(at(await ask(model, row, 1, ["shell"], [String(summary)]), row.text)).toBe("That was all.");
    }
    expect(model.turns).toEqual([]);
    expect(model.compacted).toHaveLength(4);
  });

  test("what the agent reports is known", async () => {
    const model = await start();
    await ask(model, row, 2);
    expect(model.results()).toEqual([
      { id: "t0", text: "the tool said so" },
      { id: "t1", text: "the tool said so" },
    ]);
    expect(model.saw("tool said")).toBe(true);
    expect(model.saw("tool did not say")).toBe(false);
  });
});

test("a tool that takes free text is called with it", async () => {
  const model = await start([{ calls: [{ name: "apply_patch", args: "*** Begin Patch" }] }]);
  const row = PROTOCOL_ROWS.find(({ name }) => name === "responses") as ProtocolRow;
  expect(at(await ask(model, row, 0), ["output", 0])).toMatchObject({
    type: "custom_tool_call",
    input: "*** Begin Patch",
  });
});

test("a conversation can be said to be long", async () => {
  const model = await start([{ text: "Long.", tokens: 1_234 }]);
  const [messages, responses] = ["anthropic", "responses"].map((name) =>
    PROTOCOL_ROWS.find((row) => row.name === name),
  ) as [ProtocolRow, ProtocolRow];
  expect(at(await ask(model, messages, 0), ["usage", "input_tokens"])).toBe(1_234);
  expect(at(await ask(model, responses, 0), ["usage", "total_tokens"])).toBe(1_239);
});

test("what is not a turn is answered, too", async () => {
  const model = await start();
  const models = await fetch(`${model.url}/v1/models`);
  expect(at(await models.json(), ["data", 0, "id"])).toBe("scripted");
  expect((await fetch(`${model.url}/elsewhere`)).status).toBe(404);
  expect(JSON.parse(await post(model, "/v1/messages/count_tokens", {}))).toEqual({ input_tokens: 10 });
});
