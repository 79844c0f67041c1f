import { isRecord, type JsonObject, type JsonValue } from "@gatehouse-hooks/json";
import { callWithPatch } from "../prepare/patch-paths.js";
import type { Call } from "../prepare/prepare-payload.js";
import { valueIn } from "../session/fields.js";

/** The calls whose canonical parameters are in lists. Several commands are one text, a line for each: so they run. */
export function clineCall(name: string, input: JsonObject): Call | undefined {
  switch (name) {
    case "run_commands": {
      const commands = stringsIn(input, "commands", "command");
      return { name, input, params: { command: commands.join("\n") } };
    }
    case "read_files": {
      const paths = stringsIn(input, "files", "path");
      const [path] = paths;
      return {
        name,
        input,
        params: { paths, ...(paths.length === 1 && path !== undefined ? { path } : {}) },
      };
    }
    case "editor":
      // Without a text to replace, the file is written.
      return Object.hasOwn(input, "old_text") ? undefined : { name, input, kind: "write" };
    case "fetch_web_content": {
      const urls = stringsIn(input, "requests", "url");
      const [url] = urls;
      return { name, input, params: { urls, ...(urls.length === 1 && url !== undefined ? { url } : {}) } };
    }
    case "apply_patch": {
      const patch = valueIn(input, "input");
      const call = typeof patch === "string" ? callWithPatch(name, input, patch) : undefined;
      return typeof call === "string" ? undefined : call;
    }
    default:
      return undefined;
  }
}

/** The strings of a list, or one of the objects of a list. */
export function stringsIn(input: JsonObject, key: string, inner: string): readonly string[] {
  const given = valueIn(input, key);
  const list: readonly JsonValue[] = Array.isArray(given) ? given : given === undefined ? [] : [given];
  return list.flatMap((one) => {
    const text = isRecord(one) ? valueIn(one, inner) : one;
    return typeof text === "string" ? [text] : [];
  });
}
