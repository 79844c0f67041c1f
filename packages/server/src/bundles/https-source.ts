import { MAX_BUNDLE_BYTES } from "@gatehouse-hooks/runtime";
import { boundedRequest } from "./bounded-request.js";
import type { BundleSource, SourceAccess } from "./bundle-source.js";
import { ociPlace, ociSource } from "./oci-registry.js";

const LOCAL: ReadonlySet<string> = new Set(["127.0.0.1", "localhost", "[::1]"]);

/**
 * Where an address leads: `oci://HOST/REPOSITORY:TAG`, or `https://…` (`http://` on this machine).
 *
 * @throws TypeError for another address
 */
export function bundleSourceOf(address: string, access: SourceAccess = {}): BundleSource {
  if (address.startsWith("oci://")) return ociSource(ociPlace(address), access);
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol === "https:" || (url?.protocol === "http:" && LOCAL.has(url.hostname)))
    return httpsSource(url.href, access);
  throw new TypeError(`expected oci://HOST/REPOSITORY:TAG or https://…, got ${address}`);
}

const TIMEOUT_MS = 20_000;

/** A file at an address, asked for with its last `ETag`. */
function httpsSource(url: string, { authorization }: SourceAccess = {}): BundleSource {
  return {
    fetch: async (tag) => {
      const headers = {
        ...(authorization !== undefined && { authorization }),
        ...(tag !== undefined && { "if-none-match": tag }),
      };
      const bounds = { maxBytes: MAX_BUNDLE_BYTES, timeoutMs: TIMEOUT_MS };
      const answer = await boundedRequest(url, { headers }, bounds);
      if (answer.status === 304) return { kind: "same" };
      if (answer.status !== 200) throw new Error(`the address answers ${answer.status}`);
      return { kind: "bytes", bytes: answer.bytes, tag: answer.headers.get("etag") ?? undefined };
    },
  };
}
