import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";

const folder = path.resolve(import.meta.dirname, "../../.github/ISSUE_TEMPLATE");
const names = readdirSync(folder).filter((name) => name !== "config.yml");
const read = (name: string): unknown => parse(readFileSync(path.join(folder, name), "utf8"));

const id = z.string().regex(/^[\w-]+$/);
const asked = { id, validations: z.strictObject({ required: z.boolean() }).optional() };
const label = z.string().min(1);

/** What GitHub takes as a form, as far as these use it; what it does not take, it shows to nobody. */
const form = z.strictObject({
  name: z.string().min(1),
  description: z.string().min(1).max(200),
  labels: z.array(z.string()),
  body: z.array(
    z.discriminatedUnion("type", [
      z.strictObject({ type: z.literal("markdown"), attributes: z.strictObject({ value: label }) }),
      z.strictObject({
        type: z.literal("input"),
        attributes: z.strictObject({ label, description: z.string().optional() }),
        ...asked,
      }),
      z.strictObject({
        type: z.literal("textarea"),
        attributes: z.strictObject({
          label,
          description: z.string().optional(),
          render: z.enum(["json", "yaml", "shell", "text"]).optional(),
        }),
        ...asked,
      }),
    ]),
  ),
});

test.each(names)("%s is a form, and asks for something", (name) => {
  const { body } = form.parse(read(name));
  const questions = body.filter((part) => part.type !== "markdown");
  expect(new Set(questions.map((part) => part.id)).size).toBe(questions.length);
  expect(questions.some((part) => part.validations?.required)).toBe(true);
});

test("a wrong decision is reported with what `explain` prints", () => {
  expect(names).toEqual(["crash.yml", "new-agent.yml", "wrong-decision.yml"]);
  expect(JSON.stringify(read("wrong-decision.yml"))).toContain("gatehouse explain --json");
  expect(read("config.yml")).toEqual({ blank_issues_enabled: true });
});
