import * as z from "zod";
import type { Pack } from "@gatehouse-hooks/hosts";
import type { PacksJson } from "../../../packages/cli/src/commands/packs.js";
import { anyObject, list, part, text, texts, words } from "../fields.js";
import { printed } from "../json-shape.js";

const example = part(
  "pack-example",
  "A command of the shell, or a call of another tool.",
  z.union([z.string(), z.strictObject({ tool: text("the tool"), params: anyObject("its parameters") })]),
);

export const packsPrinted = {
  PacksJson: printed<PacksJson>()(
    z.strictObject({
      packs: list(
        z.strictObject({
          name: text("a file writes `pack/NAME`"),
          description: text("what it is for"),
          parameters: texts("the names of its parameters"),
          policies: texts("the names of its policies"),
        }),
        "all packs",
      ),
    }),
  ),
  Pack: printed<Pack>()(
    z.strictObject({
      name: text("a file writes `pack/NAME`"),
      description: text("what it is for"),
      parameters: z
        .record(
          z.string(),
          z.strictObject({
            description: text("what it is"),
            kind: words(["names", "paths", "hosts"], "what the list is in a condition"),
            default: texts("what it is where a file does not set it"),
          }),
        )
        .describe("its parameters, by name"),
      memory: anyObject(
        "what its policies remember, as the key `memory` of a file; absent: nothing",
      ).optional(),
      policies: list(
        anyObject("a policy of the native format, with `id`"),
        "its policies in the native format; `$name` in a `when` is a parameter",
      ),
      examples: z
        .record(
          z.string(),
          z.strictObject({
            applies: list(example, "calls that it is about"),
            not: list(example, "calls that it is not about"),
          }),
        )
        .describe("examples of each policy, by its name"),
    }),
  ),
};
