// A policy that a program can never ask is said before the first event, and gates.
import { createGatehouse, type GatehouseOptions } from "@gatehouse-hooks/core";
import { expect, test } from "vitest";

const CALL = { event: "before_tool_call", toolName: "Bash", params: { command: "ls" } } as const;

const row = (id: string, asks: string): string => `  - { id: ${id}, events: before_tool_call, ${asks} }\n`;
const file = (...rows: readonly string[]): { readonly text: string } => ({
  text: `version: 1\npolicies:\n${rows.join("")}`,
});

const KINDS = [
  ["judge", "judge: Deny it."],
  ["command", "command: ./check.sh"],
  ["builtin", "builtin: max_iterations"],
  ["function", "function: own"],
] as const;

async function opened(policies: GatehouseOptions["policies"], options: Partial<GatehouseOptions> = {}) {
  const told: { readonly code: string; readonly message: string }[] = [];
  const gatehouse = await createGatehouse({ policies, onNotice: (one) => void told.push(one), ...options });
  return { told, gatehouse };
}

test.each(KINDS)(
  "a %s without a handler is named at once, gates, and is not said again",
  async (kind, asks) => {
    const { told, gatehouse } = await opened(file(row("one", asks), row("two", asks)));
    expect(gatehouse.issues).toEqual([]);
    expect(told.map(({ code }) => code)).toEqual([`${kind}-unavailable`]);
    expect(told[0]?.message).toMatch(/`one`, `two`.*cure: /);
    expect(await gatehouse.decide(CALL)).toMatchObject({ effect: "deny" });
    expect(told).toHaveLength(1);
    await gatehouse.close();
  },
);

test.each(KINDS)("a %s that is answered, or is switched off, is not named", async (kind, asks) => {
  const answer = async (): Promise<"approve"> => await Promise.resolve("approve");
  const answered = await opened(file(row("one", asks)), {
    ...(kind === "judge" ? { judge: { judge: () => Promise.reject(new Error("never")) } as never } : {}),
    handlers: { [kind === "judge" ? "command" : kind]: answer },
  });
  const off = await opened(file(row("one", `${asks}, enabled: false`)));
  expect([answered.told, off.told]).toEqual([[], []]);
  await answered.gatehouse.close();
  await off.gatehouse.close();
});

test("of named functions, the one that is not there is named", async () => {
  const text = file(row("here", "function: own"), row("gone", "function: other"));
  const own = async (): Promise<never> => await Promise.reject(new Error("never"));
  const { told, gatehouse } = await opened(text, { handlers: { function: { own } } });
  expect(told.map(({ message }) => /answers (.*?):/.exec(message)?.[1])).toEqual(["`gone`"]);
  await gatehouse.close();
});

test("what a reload brings is said with it", async () => {
  const { told, gatehouse } = await opened(file(row("fine", "deny: no")));
  expect(told).toEqual([]);
  await gatehouse.reload(file(row("later", "command: ./check.sh")));
  expect(told.map(({ code }) => code)).toEqual(["command-unavailable"]);
  await gatehouse.close();
});
