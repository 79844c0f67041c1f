import { approval } from "./approval.js";
import { box } from "./box.js";
import { daemon } from "./daemon.js";
import { decisions } from "./decisions.js";
import { edit } from "./edit.js";
import { faults } from "./faults.js";
import { init } from "./init.js";
import { nativeRules } from "./native-rules.js";
import { parallel } from "./parallel.js";
import { memory } from "./memory.js";
import type { Part } from "./part.js";
import { results } from "./results.js";
import { smoke } from "./smoke.js";

/** The parts, in the order of the table. */
export const PARTS: readonly Part[] = [smoke, decisions, nativeRules, faults, init, daemon, edit, parallel];

/** The parts whose policies are their own: those of packs, with the settings and programs of a user. */
export const OWN_PARTS: readonly Part[] = [box, memory, approval, results];
