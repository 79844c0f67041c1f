import { policiesOf } from "@gatehouse-hooks/engine";
import { afterEach, describe, expect, test } from "vitest";
import { chooseModel } from "../../local/src/open/choose-model.js";
import { loadPolicies } from "../../local/src/places/load-policies.js";
import type { Io } from "../../console/src/io.js";
import { contextOf } from "../../local/src/settings.js";
import { folder, type Folder } from "./run-cli.js";

let made: Folder | undefined;
afterEach(() => made?.remove());

const hook = (name: string): string => `---\nname: ${name}\nevents: before_tool_call\n---\nIs it harmless?\n`;

/** The model that each judge is asked with. */
async function models(env: Io["env"] = {}, more: { readonly config?: string; readonly model?: string } = {}) {
  made = folder({
    ".mayros/config.json5": '{ llmHooks: { defaultModel: "openai/projects" } }',
    ".mayros/hooks/p.md": hook("projects"),
    "~/.mayros/hooks/u.md": hook("users"),
    "~/.mayros/hooks/own.md": hook("own").replace("events:", "model: ollama/own\nevents:"),
    "org/o.md": hook("organisations"),
  });
  const { path: cwd, home } = made;
  const output = { columns: undefined, write: () => Promise.resolve() };
  const io: Io = {
    stdin: (async function* () {})(),
    stdout: output,
    stderr: output,
    env,
    cwd,
    home,
    interactive: false,
    onInterrupt: () => () => {},
  };
  const options = {
    enforced: ["org"],
    sandbox: "none",
    onLoadError: "deny",
    unknownEvents: "abstain",
    color: false,
  };
  const { settings } = contextOf({ ...options, ...more }, io);
  const { set, found } = await loadPolicies(io, settings);
  const standard = chooseModel(env, settings.model, found);
  return Object.fromEntries(
    policiesOf(set).map(({ id, handler }) => [
      id,
      handler.kind === "judge" ? (handler.model ?? standard) : handler.kind,
    ]),
  );
}

describe("a configuration that was only found chooses the model of the project's policies alone (S10)", () => {
  test("the user's and the organisation's keep theirs", async () => {
    expect(await models({ OPENAI_API_KEY: "x" })).toEqual({
      projects: "openai/projects",
      users: "openai/gpt-4o-mini",
      organisations: "openai/gpt-4o-mini",
      own: "ollama/own",
    });
  });

  test("the environment, and a model that was named, are the user's word for all", async () => {
    expect(await models({ GATEHOUSE_MODEL: "a/env" })).toMatchObject({
      projects: "a/env",
      users: "a/env",
      own: "ollama/own",
    });
    made?.remove();
    expect(await models({}, { model: "a/named" })).toMatchObject({
      projects: "a/named",
      users: "a/named",
      own: "a/named",
    });
  });

  test("so is a configuration that was named", async () => {
    expect(await models({}, { config: ".mayros/config.json5" })).toMatchObject({
      projects: "openai/projects",
      users: "openai/projects",
      organisations: "openai/projects",
    });
  });
});
