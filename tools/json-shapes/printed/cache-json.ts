import * as z from "zod";
import type { CacheJson } from "../../../packages/local/src/open/cache.js";
import { count, flag, numeric, part, text, texts, words } from "../fields.js";
import { printed } from "../json-shape.js";

const scope = part(
  "cache-scope",
  "The verdicts of one scope.",
  z.strictObject({
    entries: count("how many the store holds"),
    bytes: count("their size, estimated"),
  }),
);

export const cachePrinted = {
  CacheJson: printed<CacheJson>()(
    z.strictObject({
      store: text("where verdicts are kept"),
      shared: flag("other processes use it, too"),
      notes: texts("what is odd about it"),
      globalTtlMs: numeric("milliseconds that a verdict of the scope `global` lives"),
      cleared: words(["session", "global", "all"], "")
        .nullable()
        .describe("what `cache clear` has emptied; else `null`"),
      scopes: z
        .strictObject({ session: scope, global: scope })
        .describe("by how long a verdict may be used again"),
    }),
  ),
};
