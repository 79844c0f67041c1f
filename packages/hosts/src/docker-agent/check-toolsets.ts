import { isRecord } from "@gatehouse-hooks/json";
import type { DocumentPath } from "../yaml/document.js";
import { cite } from "../text/cite.js";
import type { FileContext } from "./file-context.js";

/** What makes policies elsewhere, and nothing in a toolset. */
const GUARDS = ["hooks", "permissions"] as const;
/** The most toolsets that are looked at. */
const MAX_LOOKED_AT = 1000;

/** Refuses hooks and permissions inside a toolset: docker-agent does not read them there, and what they were to guard would pass. */
export function checkToolsets(
  toolsets: unknown,
  path: DocumentPath,
  { atKey }: Pick<FileContext, "atKey">,
): void {
  if (!Array.isArray(toolsets)) return;
  for (const [index, toolset] of toolsets.slice(0, MAX_LOOKED_AT).entries()) {
    for (const key of GUARDS) {
      if (!isRecord(toolset) || !Object.hasOwn(toolset, key)) continue;
      atKey(
        [...path, index, key],
        {
          code: "unknown-key",
          message: `${cite(key)} inside a toolset is not read`,
          cure:
            key === "hooks"
              ? "write it below the agent, beside `toolsets`, with a matcher of the tool's name"
              : "write it at the top of the file, beside `agents`",
        },
        "all gating",
      );
    }
  }
}
