import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { breakingChanges } from "./breaking-changes.js";
import { type JsonSchema, jsonSchemaOfShape, schemaFile, shapeText } from "./json-schema.js";
import type { JsonShape } from "./json-shape.js";

/** A published schema, and what the shape says now. */
export interface PublishedSchema {
  /** Below the folder. */
  readonly file: string;
  readonly isFresh: boolean;
  /** Why the new one may not take the place of the old one under the same version. */
  readonly breaks: readonly string[];
  readonly text: string;
}

/** Compares the schema of a shape with the file that is published. */
export async function publishedSchema(shape: JsonShape, folder: string): Promise<PublishedSchema> {
  const file = schemaFile(shape);
  const text = await shapeText(shape);
  const target = path.join(folder, file);
  const published = existsSync(target) ? readFileSync(target, "utf8") : undefined;
  if (published === undefined) return { file, isFresh: false, breaks: [], text };
  const breaks = breakingChanges(JSON.parse(published) as JsonSchema, jsonSchemaOfShape(shape));
  return { file, isFresh: published === text, breaks, text };
}

/**
 * Writes the schemas that have changed. One that would break its readers is not written: its shape needs another version.
 *
 * @returns a line for each
 */
export async function writeSchemas(
  shapes: readonly JsonShape[],
  folder: string,
  check: boolean,
): Promise<readonly { readonly said: string; readonly isFine: boolean }[]> {
  const rows = await Promise.all(shapes.map((shape) => publishedSchema(shape, folder)));
  return rows.map(({ file, isFresh, breaks, text }) => {
    if (breaks.length > 0)
      return { said: `${file}: bump the version of the shape:\n  ${breaks.join("\n  ")}`, isFine: false };
    if (!isFresh && !check) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), text);
    }
    return { said: `${file} ${isFresh ? "is fresh" : "was stale"}`, isFine: isFresh || !check };
  });
}
