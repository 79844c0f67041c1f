import { createHash } from "node:crypto";
import { isRecord, parseJsonObject, isList } from "@gatehouse-hooks/json";
import { MAX_BUNDLE_BYTES } from "@gatehouse-hooks/runtime";
import { boundedRequest, type BoundedAnswer } from "./bounded-request.js";
import type { BundleSource, SourceAccess } from "./bundle-source.js";

/** A place in a registry: `oci://registry.example/team/policies:stable`. */
export interface OciPlace {
  /** `https://registry.example`; `http://` for this machine. */
  readonly origin: string;
  readonly repository: string;
  /** A tag, or a digest. */
  readonly reference: string;
}

const PLACE =
  /^oci:\/\/([a-z0-9.-]{1,250}(?::[0-9]{1,5})?|\[[0-9a-f:]+\](?::[0-9]{1,5})?)\/([a-z0-9]+(?:[._/-][a-z0-9]+)*):([A-Za-z0-9_][A-Za-z0-9._-]{0,127})$/;
const LOCAL = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::|$)/;

/** Media types of the artifact (OCI image specification 1.1, "Guidelines for artifact usage"). */
const MANIFEST = "application/vnd.oci.image.manifest.v1+json";
const ARTIFACT = "application/vnd.gatehouse.bundle.v1";
const LAYER = "application/vnd.gatehouse.bundle.layer.v1";
const EMPTY = { mediaType: "application/vnd.oci.empty.v1+json", bytes: Buffer.from("{}") } as const;

const TIMEOUT_MS = 20_000;
const MAX_MANIFEST = 65_536;

/** @throws TypeError for what is no place in a registry */
export function ociPlace(text: string): OciPlace {
  const [, host, repository, reference] = PLACE.exec(text) ?? [];
  if (host === undefined || repository === undefined || reference === undefined)
    throw new TypeError(`expected oci://HOST/REPOSITORY:TAG, got ${text}`);
  return { origin: `${LOCAL.test(host) ? "http" : "https"}://${host}`, repository, reference };
}

/** A bundle as an artifact of a registry (OCI distribution specification 1.1). */
export function ociSource(place: OciPlace, access: SourceAccess = {}): BundleSource {
  return {
    fetch: async (tag) => {
      const manifest = await ask(
        place,
        `manifests/${place.reference}`,
        access,
        { accept: MANIFEST },
        MAX_MANIFEST,
      );
      const digest = digestOf(manifest.bytes);
      if (digest === tag) return { kind: "same" };
      const layer = layerOf(manifest.bytes);
      const { bytes } = await ask(place, `blobs/${layer}`, access, {}, MAX_BUNDLE_BYTES);
      if (digestOf(bytes) !== layer)
        throw new Error("the registry sends other bytes than its manifest names");
      return { kind: "bytes", bytes, tag: digest };
    },
  };
}

/**
 * Puts a bundle into a registry.
 *
 * @returns the digest of its manifest
 * @throws Error with words for people
 */
export async function pushToRegistry(
  place: OciPlace,
  bundle: Uint8Array,
  access: SourceAccess = {},
): Promise<string> {
  await pushBlob(place, EMPTY.bytes, access);
  await pushBlob(place, bundle, access);
  const descriptor = (mediaType: string, bytes: Uint8Array): object => ({
    mediaType,
    digest: digestOf(bytes),
    size: bytes.length,
  });
  const manifest = Buffer.from(
    JSON.stringify({
      schemaVersion: 2,
      mediaType: MANIFEST,
      artifactType: ARTIFACT,
      config: descriptor(EMPTY.mediaType, EMPTY.bytes),
      layers: [descriptor(LAYER, bundle)],
    }),
  );
  const url = addressOf(place, `manifests/${place.reference}`);
  const headers = { ...headersOf(access), "content-type": MANIFEST };
  const answer = await boundedRequest(url, { method: "PUT", headers, body: manifest }, SMALL);
  if (answer.status !== 201) throw new Error(`the registry answers ${answer.status} to the manifest`);
  return digestOf(manifest);
}

const SMALL = { maxBytes: MAX_MANIFEST, timeoutMs: TIMEOUT_MS } as const;

async function pushBlob(place: OciPlace, bytes: Uint8Array, access: SourceAccess): Promise<void> {
  const headers = headersOf(access);
  const digest = digestOf(bytes);
  const known = await boundedRequest(addressOf(place, `blobs/${digest}`), { method: "HEAD", headers }, SMALL);
  if (known.status === 200) return;
  const begun = await boundedRequest(addressOf(place, "blobs/uploads/"), { method: "POST", headers }, SMALL);
  const location = begun.headers.get("location");
  if (begun.status !== 202 || location === null)
    throw new Error(`the registry answers ${begun.status} to an upload`);
  const upload = new URL(location, place.origin);
  if (upload.origin !== new URL(place.origin).origin)
    throw new Error("the registry wants the upload at another address");
  upload.searchParams.set("digest", digest);
  const answer = await boundedRequest(
    upload.href,
    {
      method: "PUT",
      headers: { ...headers, "content-type": "application/octet-stream" },
      body: Buffer.from(bytes),
    },
    SMALL,
  );
  if (answer.status !== 201) throw new Error(`the registry answers ${answer.status} to the bundle`);
}

async function ask(
  place: OciPlace,
  path: string,
  access: SourceAccess,
  more: Readonly<Record<string, string>>,
  maxBytes: number,
): Promise<BoundedAnswer> {
  const headers = { ...headersOf(access), ...more };
  const answer = await boundedRequest(
    addressOf(place, path),
    { headers },
    { maxBytes, timeoutMs: TIMEOUT_MS },
  );
  if (answer.status !== 200) throw new Error(`the registry answers ${answer.status} to ${path}`);
  return answer;
}

function addressOf({ origin, repository }: OciPlace, path: string): string {
  return `${origin}/v2/${repository}/${path}`;
}

function headersOf({ authorization }: SourceAccess): Readonly<Record<string, string>> {
  return authorization === undefined ? {} : { authorization };
}

function digestOf(bytes: Uint8Array): string {
  return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
}

/** The digest of the one layer of a bundle. @throws Error for another artifact */
function layerOf(manifest: Uint8Array): string {
  const { value } = parseJsonObject(manifest);
  const layers: unknown = value?.["layers"];
  const [layer] = isList(layers) ? layers : [];
  const digest = isRecord(layer) && layer["mediaType"] === LAYER ? layer["digest"] : undefined;
  if (
    value?.["artifactType"] !== ARTIFACT ||
    typeof digest !== "string" ||
    !/^sha256:[0-9a-f]{64}$/.test(digest)
  )
    throw new Error("the artifact is no bundle of policies");
  return digest;
}
