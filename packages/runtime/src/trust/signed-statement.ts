import type { KeyObject } from "node:crypto";
import { isSignedBy, rawSignature } from "./signature.js";
import { contentHash } from "./trust-store.js";

/** What a signature says: these bytes, at this place, for this purpose, as this version. */
export interface SignedStatement {
  /** What the file is for: a signature made for one purpose counts for no other. */
  readonly purpose: "policies" | "bundle";
  /** The file's place in the organisation's folder, with `/` between folders. */
  readonly path: string;
  /** Goes up with each change, from 1 to 999999999999999. */
  readonly version: number;
  /** SHA-256 of the file's bytes, in lower-case hex. */
  readonly sha256: string;
}

/** A statement that a pinned key signed, or why it is refused. */
export type ReadSigned =
  | { readonly kind: "signed"; readonly statement: SignedStatement }
  /** `bare`: a signature over the bytes alone, as it was made before statements. */
  | {
      readonly kind: "refused";
      readonly code: "bare" | "damaged" | "foreign" | "other";
      readonly message: string;
    };

/** The longest signature file, in bytes. */
const MAX_BYTES = 4_096;
const FORM =
  /^(gatehouse-signature 1\npurpose: ([a-z-]{1,40})\npath: ([^\p{Cc}]{1,1000})\nversion: ([1-9][0-9]{0,14})\nsha256: ([0-9a-f]{64})\n)signature: ([A-Za-z0-9+/]{86}==)\s*$/u;

/**
 * The text that is signed: five lines, each ended by a line feed. The signature file is this text and a sixth line,
 * `signature: <base64>`.
 *
 * @throws TypeError for a path that does not fit in it, and an invalid version
 */
export function statementText({ purpose, path, version, sha256 }: SignedStatement): string {
  const text = `gatehouse-signature 1\npurpose: ${purpose}\npath: ${path}\nversion: ${version}\nsha256: ${sha256}\n`;
  if (FORM.test(`${text}signature: ${"A".repeat(86)}==`)) return text;
  throw new TypeError("expected a path of 1 to 1000 characters without line breaks, and a version from 1");
}

/**
 * Reads a signature file, and whether it is the organisation's word about a file. Never throws.
 *
 * @param signature the bytes of `<file>.sig`
 * @param file the purpose, place and bytes that it has to speak of
 */
export function readSigned(
  keys: readonly KeyObject[],
  signature: Uint8Array,
  file: Pick<SignedStatement, "purpose" | "path"> & { readonly bytes: Uint8Array },
): ReadSigned {
  if (rawSignature(signature) !== null) {
    return refused(
      "bare",
      "its signature is over the bytes alone, and says neither path, purpose nor version",
    );
  }
  const [, signed = "", purpose = "", path = "", version = "", sha256 = "", mark = ""] =
    signature.length > MAX_BYTES ? [] : (FORM.exec(textOf(signature)) ?? []);
  if (signed === "") return refused("damaged", "its signature is not a signed statement");
  if (!isSignedBy(keys, Buffer.from(signed), Buffer.from(mark))) {
    return refused("foreign", "its signature is not one of a pinned key");
  }
  // From here on the text is the organisation's, and may be shown.
  if (purpose !== file.purpose) {
    return refused("other", `its signature is for the purpose \`${purpose}\`, not \`${file.purpose}\``);
  }
  if (path !== file.path) return refused("other", `its signature is for \`${path}\`, not \`${file.path}\``);
  if (sha256 !== contentHash(file.bytes)) return refused("other", "its signature is for other bytes");
  return { kind: "signed", statement: { purpose: file.purpose, path, version: Number(version), sha256 } };
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return "";
  }
}

function refused(code: Exclude<ReadSigned, { kind: "signed" }>["code"], message: string): ReadSigned {
  return { kind: "refused", code, message };
}
