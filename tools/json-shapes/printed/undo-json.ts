import * as z from "zod";
import type { UndoJson, UndoListJson } from "../../../packages/agents/src/init/undo.js";
import { list, text, texts } from "../fields.js";
import { printed } from "../json-shape.js";

export const undoPrinted = {
  UndoJson: printed<UndoJson>()(
    z.discriminatedUnion("kind", [
      z.strictObject({
        kind: z.literal("undone").describe("the change is taken back"),
        files: texts("the files of the project that it had changed"),
      }),
      z.strictObject({ kind: z.literal("nothing-to-undo").describe("no change is recorded") }),
      z.strictObject({ kind: z.literal("failed").describe("exit code 1"), message: text("why") }),
    ]),
  ),
  UndoListJson: printed<UndoListJson>()(
    z.strictObject({
      sessions: list(
        z.strictObject({
          session: text("its key"),
          checkpoints: list(
            z.strictObject({
              tree: text("the tree of git before the change"),
              files: texts("the files that changed"),
              at: text("when the change was seen: UTC, ISO 8601"),
            }),
            "its changes, oldest first",
          ),
        }),
        "sessions with recorded changes, the last one first",
      ),
    }),
  ),
};
