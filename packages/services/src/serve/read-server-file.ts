import { LineCounter, parseDocument } from "yaml";
import { printable } from "@gatehouse-hooks/console/print";
import { UsageError } from "@gatehouse-hooks/console";
import { type ServerFile, serverFileSchema } from "./server-file.schema.js";

/** Issues of one file that are told. */
const MOST_TOLD = 10;

/**
 * Reads the configuration of a server: YAML, or JSON.
 *
 * @param name the file, for messages
 * @throws UsageError with the line and column of everything that is wrong
 */
export function readServerFile(text: string, name: string): ServerFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true, merge: false });
  const place = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return `${name}:${line}:${col}`;
  };
  if (document.errors.length > 0)
    throw new UsageError(
      document.errors
        .slice(0, MOST_TOLD)
        .map(({ pos: [at], message }) => `${place(at)}: ${message.split("\n")[0] ?? ""}`)
        .join("\n"),
    );
  const read = serverFileSchema.safeParse(toPlain(document, name));
  if (read.success) return read.data;
  throw new UsageError(
    read.error.issues
      .slice(0, MOST_TOLD)
      .map(({ path, message }) => {
        const shown = path.map(String).join(".");
        return `${place(offsetOf(document, path))}: ${shown === "" ? "" : `\`${printable(shown)}\`: `}${message}`;
      })
      .join("\n"),
    "`gatehouse serve --help` names the documentation of this file",
  );
}

/** @throws UsageError for aliases that would grow without bound */
function toPlain(document: ReturnType<typeof parseDocument>, name: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 0 });
  } catch {
    throw new UsageError(`${name}: aliases (\`*name\`) are not taken here`, "write the value out");
  }
}

/** Where the value of a path begins, or the nearest that is there. */
function offsetOf(document: ReturnType<typeof parseDocument>, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length--) {
    const node: unknown = document.getIn(path.slice(0, length), true);
    if (typeof node === "object" && node !== null && "range" in node && Array.isArray(node.range)) {
      const [start] = node.range as readonly unknown[];
      if (typeof start === "number") return start;
    }
  }
  return 0;
}
