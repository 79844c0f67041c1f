import { CLOUD_PROGRAMS } from "./cloud.table.js";
import { FILE_PROGRAMS } from "./files.table.js";
import { GIT_PROGRAMS } from "./git.table.js";
import type { ProgramRow } from "./program-row.js";
import { SHELL_PROGRAMS } from "./shells.table.js";
import { TEXT_PROGRAMS } from "./text.table.js";
import { TRANSFER_PROGRAMS } from "./transfer.table.js";
import { WRAPPER_PROGRAMS } from "./wrappers.table.js";

/** Every program that is known without tables of users. */
export const PROGRAMS: readonly ProgramRow[] = [
  ...FILE_PROGRAMS,
  ...TEXT_PROGRAMS,
  ...SHELL_PROGRAMS,
  ...WRAPPER_PROGRAMS,
  ...TRANSFER_PROGRAMS,
  ...GIT_PROGRAMS,
  ...CLOUD_PROGRAMS,
];
