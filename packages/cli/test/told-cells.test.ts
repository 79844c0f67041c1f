import { afterEach, expect, test } from "vitest";
import { WIRED } from "../../hosts/test/agents/samples.js";
import { toldBy } from "../../../tools/events/told-part.js";
import { type Folder, folder, runCli } from "./run-cli.js";

let place: Folder | undefined;
afterEach(() => place?.remove());

const CELLS = `version: 1
memory:
  said: { flag: { events: prompt } }
  words: { origins: { user: { events: prompt, text: prompt }, page: { events: after_tool_call, text: result } } }
policies:
  - { id: a, events: before_tool_call, when: 'memory.said && flows.any(f, "page" in f.from || "user" in f.from)', ask: really? }
`;

test("the page of what each agent tells and `check --host` agree", async () => {
  place = folder({ "rules.yaml": CELLS });
  for (const host of WIRED) {
    const { stdout } = await runCli(["check", "rules.yaml", "--host", host.name, "--json"], {
      cwd: place.path,
      home: place.home,
    });
    const { issues } = JSON.parse(stdout) as {
      readonly issues: readonly { readonly code: string; readonly message: string }[];
    };
    const untold = issues.filter(({ code }) => code === "cell-not-told").map(({ message }) => message);
    const { prompt, result } = toldBy(host);
    expect([host.name, untold.some((one) => one.startsWith("`said`"))]).toEqual([host.name, !prompt]);
    expect([host.name, untold.some((one) => one.includes("`page`"))]).toEqual([host.name, !result]);
  }
});
