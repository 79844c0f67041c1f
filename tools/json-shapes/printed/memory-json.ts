import * as z from "zod";
import type {
  ForgottenJson,
  MemoriesJson,
  RebuiltMemoryJson,
} from "../../../packages/workbench/src/memory/index.js";
import { count, flag, list, numeric, part, text, words } from "../fields.js";
import { printed } from "../json-shape.js";
import { tier } from "../parts/decision.js";

const owner = part(
  "memory-owner",
  "Whose a state is.",
  z.discriminatedUnion("scope", [
    z.strictObject({
      scope: z.literal("session").describe("of a session"),
      host: text("the agent"),
      session: text("its name"),
    }),
    z.strictObject({
      scope: z.literal("agent").describe("of one agent in a session"),
      host: text("the agent"),
      session: text("its name"),
      agent: text("its id; empty: the session's own"),
    }),
    z.strictObject({ scope: z.literal("project").describe("of a project"), folder: text("its folder") }),
    z.strictObject({ scope: z.literal("user").describe("of all sessions of this user") }),
  ]),
);

const cell = part(
  "memory-cell",
  "A cell, with the event that it has its value from.",
  z.strictObject({
    cell: text("its name"),
    kind: words(["flag", "count", "set", "last", "lost"], "what it keeps"),
    tier,
    known: flag("false: not everything that happened is in it, and policies that read it fail"),
    value: z
      .unknown()
      .describe(
        "of a flag whether it is set; of a count how many; of a set, and of a count by value, how many are kept; of what was last the value that it keeps",
      ),
    since: z
      .strictObject({
        n: count("the event's number in the session, from 0"),
        at: numeric("milliseconds since 1970"),
        tool: text("the tool, or the event where it is about none"),
      })
      .describe("the event that the value is from; absent: none yet")
      .optional(),
  }),
);

const memory = list(
  z.strictObject({
    owner,
    events: count("how many events it has seen"),
    at: numeric("when the last one was, in milliseconds since 1970; 0: none yet"),
    cells: list(cell, "the cells of the policies that hold here")
      .nullable()
      .describe("the cells of the policies that hold here; null: the state is damaged"),
  }),
  "what is remembered",
);

export const memoryPrinted = {
  MemoriesJson: printed<MemoriesJson>()(z.strictObject({ memory })),
  RebuiltMemoryJson: printed<RebuiltMemoryJson>()(
    z.strictObject({
      written: flag("false: the person said no, or with `--dry-run`"),
      memory,
    }),
  ),
  ForgottenJson: printed<ForgottenJson>()(
    z.strictObject({
      forgotten: flag("false: the person said no, there is no terminal, or nothing is kept of it"),
      session: text("its name"),
    }),
  ),
};
