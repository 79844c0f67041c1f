import type { CallRow } from "../call-row.js";
import type { CodeMachine } from "../machine.js";
import type { Arguments } from "../row-effects.js";
import { FILE_CALLS } from "./special-files.js";
import { NAME_CALLS } from "./special-names.js";
import { NETWORK_CALLS } from "./special-network.js";
import { VALUE_CALLS } from "./special-values.js";
import type { CodeFrame, CodeValue } from "../value.js";

type Special = (machine: CodeMachine, args: Arguments, frame: CodeFrame, row: CallRow) => CodeValue;

/** Calls of which a row cannot say all, by the name that the row has for them. */
export const SPECIALS: Readonly<Record<string, Special>> = {
  ...FILE_CALLS,
  ...NAME_CALLS,
  ...NETWORK_CALLS,
  ...VALUE_CALLS,
};
