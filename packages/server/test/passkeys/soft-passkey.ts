import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

/** What an authenticator signs with; each part may be one that a server must refuse. */
export interface SoftPasskey {
  readonly id: string;
  /** What `navigator.credentials.create` answers. */
  readonly create: (options: Challenged) => object;
  /** What `navigator.credentials.get` answers. */
  readonly get: (options: Challenged, as?: Signing) => object;
}

/** Options that a server gives out. */
export type Challenged = Readonly<Record<string, unknown>>;

/** How a signature differs from a right one. */
export interface Signing {
  readonly origin?: string;
  readonly host?: string;
  readonly flags?: number;
  readonly counter?: number;
  readonly key?: KeyObject;
}

const PRESENT_AND_VERIFIED = 0x05;
const HAS_KEY = 0x40;

/** A passkey in this process, as WebAuthn describes one: what a browser would send. */
export function softPasskey(origin: string): SoftPasskey {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const id = randomBytes(16);
  const credential = { id: id.toString("base64url"), rawId: id.toString("base64url"), type: "public-key" };
  const told = (type: string, { challenge }: Challenged, at: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: at, crossOrigin: false }));
  return {
    id: credential.id,
    create: (options) => {
      const data = Buffer.concat([
        authenticatorData(new URL(origin).hostname, PRESENT_AND_VERIFIED | HAS_KEY, 0),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        // COSE: EC2, ES256, P-256, and the point.
        Buffer.from("a5010203262001215820", "hex"),
        Buffer.from(x, "base64url"),
        Buffer.from("225820", "hex"),
        Buffer.from(y, "base64url"),
      ]);
      // CBOR: { fmt: "none", attStmt: {}, authData: bytes }.
      const attested = [Buffer.from("a363666d74646e6f6e656761747453746d74a0686175746844617461", "hex")];
      const object = Buffer.concat([...attested, Buffer.from([0x58, data.length]), data]);
      return {
        ...credential,
        clientExtensionResults: {},
        response: {
          clientDataJSON: told("webauthn.create", options, origin).toString("base64url"),
          attestationObject: object.toString("base64url"),
          transports: ["internal"],
        },
      };
    },
    get: (
      options,
      {
        origin: at = origin,
        host = new URL(at).hostname,
        flags = PRESENT_AND_VERIFIED,
        counter = 0,
        key,
      } = {},
    ) => {
      const data = authenticatorData(host, flags, counter);
      const client = told("webauthn.get", options, at);
      const signed = Buffer.concat([data, createHash("sha256").update(client).digest()]);
      return {
        ...credential,
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString("base64url"),
          authenticatorData: data.toString("base64url"),
          signature: sign("sha256", signed, key ?? privateKey).toString("base64url"),
        },
      };
    },
  };
}

function authenticatorData(host: string, flags: number, counter: number): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([createHash("sha256").update(host).digest(), Buffer.from([flags]), count]);
}
