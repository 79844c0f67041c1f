export type { Host } from "../host.js";
export type { HostCapabilities } from "../wire/capability.js";
export type { HostWire } from "../wire/host-wire.js";
export type { SpeakOptions, Spoken } from "../wire/spoken.js";
export { senderOf } from "./sender-of.js";
export type { WiredHost } from "../wire/wired-host.js";
export { WIRED_HOSTS } from "./wired-hosts.js";
