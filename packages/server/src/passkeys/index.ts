export { createPasskeys, type CreatePasskeysOptions } from "./create-passkeys.js";
export { inviteFor } from "./invite.js";
export type { PasskeyStore } from "./kept-passkeys.js";
export type { PasskeyOwner, Passkeys, RegisteredPasskey } from "./passkeys.js";
