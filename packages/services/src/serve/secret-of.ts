import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type Io, UsageError } from "@gatehouse-hooks/console";
import { printable } from "@gatehouse-hooks/console/print";
import type { SecretPlace } from "./server-file.schema.js";

/** Characters of a token that is not guessed. */
const LEAST = 16;

/**
 * A secret from where the file says that it is.
 *
 * @param what for messages: never the secret
 * @param folder relative paths are below it
 * @throws UsageError where there is none, or it is too short
 */
export function secretOf(io: Io, place: SecretPlace, what: string, folder: string): string {
  const value = "env" in place ? io.env[place.env] : readSecret(resolve(folder, place.file), what);
  const where = "env" in place ? `the variable ${place.env}` : `the file ${printable(place.file)}`;
  if (value === undefined || value === "") throw new UsageError(`${what}: ${where} is empty`);
  if (value.length < LEAST)
    throw new UsageError(
      `${what}: ${where} has fewer than ${LEAST} characters`,
      "make one with `openssl rand -hex 32`",
    );
  return value;
}

function readSecret(path: string, what: string): string {
  try {
    return readFileSync(path, "utf8").trimEnd();
  } catch {
    throw new UsageError(`${what}: ${printable(path)} cannot be read`);
  }
}
