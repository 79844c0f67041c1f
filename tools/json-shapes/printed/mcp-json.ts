import * as z from "zod";
import type { McpServerChangesJson, McpServersJson } from "../../../packages/services/src/mcp/mcp-servers.js";
import { count, flag, list, part, text, texts, words } from "../fields.js";
import { printed } from "../json-shape.js";

const server = part(
  "mcp-server",
  "A server that a gate was before.",
  z.strictObject({
    id: text("its name, and a hash of how it is started"),
    name: text("as policies have it"),
    started: text("its command or address"),
    state: words(["accepted", "changed", "new"], "against what a person has accepted"),
    tools: count("that it lists"),
  }),
);

export const mcpPrinted = {
  McpServersJson: printed<McpServersJson>()(z.strictObject({ servers: list(server, "by their names") })),
  McpServerChangesJson: printed<McpServerChangesJson>()(
    z.strictObject({
      server,
      changes: list(
        z.strictObject({
          tool: z.string().nullable().describe("its name; null: the instructions"),
          kind: words(["new", "gone", "changed"], "against what a person has accepted"),
          parts: texts("members that differ, of a changed tool"),
          lines: texts("`- ` as accepted, `+ ` as said now"),
        }),
        "what a person has not accepted",
      ),
      accepted: flag("with accept: the person said yes, or nothing was to be accepted"),
    }),
  ),
};
