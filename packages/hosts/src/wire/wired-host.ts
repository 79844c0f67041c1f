import type { Host } from "../host.js";
import type { HostWire } from "./host-wire.js";

/** A host that starts processes for its events. */
export type WiredHost = Host & { readonly wire: HostWire };
