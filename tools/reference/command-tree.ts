import type { Command } from "commander";
import { noIo } from "../../packages/cli/test/help/no-io.js";
import { program } from "../../packages/cli/src/program.js";

/** The commands and options of `gatehouse`, to be described and not run. */
export function commandTree(): Command {
  return program(noIo()).root;
}
