import { dockerAgentWired } from "../docker-agent/wired.js";
import type { WiredHost } from "../wire/wired-host-from.js";
import { WHOLE_WIRED_HOSTS } from "./whole-wired-hosts.js";

/**
 * The hosts whose hooks are processes, without what reads files: a hook that is started for each call loads no more than it needs. A
 * test compares the list with `HOSTS`.
 */
export const WIRED_HOSTS: readonly WiredHost[] = [dockerAgentWired, ...WHOLE_WIRED_HOSTS];
