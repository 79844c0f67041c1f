import { statementText } from "@gatehouse-hooks/runtime";
import { type KeyObject, sign } from "node:crypto";
import { printable } from "@gatehouse-hooks/console/print";
import { UsageError } from "@gatehouse-hooks/console";

/** What the organisation says of a file. */
type Statement = Parameters<typeof statementText>[0];

/** A statement with its signature in the last line. @throws UsageError for a name that cannot be signed */
export function signedStatement(statement: Statement, key: KeyObject): string {
  let text: string;
  try {
    text = statementText(statement);
  } catch {
    throw new UsageError("the path cannot be signed: it has more than 1000 characters, or a line break");
  }
  return `${text}signature: ${sign(null, Buffer.from(text), key).toString("base64")}\n`;
}

/** Bytes in which a statement's version is looked for. */
const HEAD_BYTES = 4_096;

/**
 * The version to sign: the one that is asked for, or one more than the statement of `before` says. Whose signature that is does not
 * matter here.
 *
 * @throws UsageError
 */
export function nextVersion(
  asked: string | undefined,
  before: Uint8Array | undefined,
  usage: string,
): number {
  const head = Buffer.from(before?.subarray(0, HEAD_BYTES) ?? []).toString("latin1");
  const version =
    asked === undefined ? Number(/^version: ([0-9]{1,15})$/m.exec(head)?.[1] ?? 0) + 1 : Number(asked);
  if (Number.isSafeInteger(version) && version >= 1) return version;
  throw new UsageError(
    `expected \`--as\` to be a version from 1, got \`${printable(asked ?? "")}\``,
    `${usage} --as 7`,
  );
}
