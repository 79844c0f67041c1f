import { askCreation, askSigning, sendPasskey } from "./ask-server.js";

/** What the part of a link behind `#` begins with, before the code. */
const LINK = "#passkey=";

/** The code of the link that this page was opened by; empty where it has none. */
export function linkedCode(): string {
  return location.hash.startsWith(LINK) ? decodeURIComponent(location.hash.slice(LINK.length)) : "";
}

/**
 * Makes a passkey of this device, and registers it.
 *
 * @returns how many the caller has
 * @throws RefusedRequest, TypeError where the server does not answer, DOMException where the person or the device does not
 */
export async function registerPasskey(code: string): Promise<number> {
  const publicKey = known().parseCreationOptionsFromJSON(await askCreation(code));
  const made = await navigator.credentials.create({ publicKey });
  return await sendPasskey(code, written(made));
}

/** Signs the yes to a call with a passkey. @throws as `registerPasskey` does */
export async function signCall(id: string): Promise<unknown> {
  const publicKey = known().parseRequestOptionsFromJSON(await askSigning(id));
  return written(await navigator.credentials.get({ publicKey }));
}

function known(): typeof PublicKeyCredential {
  if (!("PublicKeyCredential" in window) || !("parseCreationOptionsFromJSON" in PublicKeyCredential))
    throw new Error("this browser has no passkeys here: they take https, and a browser of 2025 or later");
  return PublicKeyCredential;
}

function written(made: Credential | null): unknown {
  if (!(made instanceof PublicKeyCredential)) throw new Error("the device has made no passkey");
  return made.toJSON();
}
