import { callCircles, stepLoops } from "./calls.js";
import { commandPlaces } from "./command-places.js";
import { exportedNames, namesDeclaredTwice, unneededNames, unreadNames } from "./exported-names.js";
import { branchedFunctions, casts, longFunctions } from "./functions.js";
import type { House } from "./house-source.js";
import { filesOfAgents, filesWithAgents, namedAgents } from "./named-agents.js";
import { linesOf, oneFileFolders, oneReaderFiles, packageSizes, smallFiles } from "./sizes.js";

/** One figure, and what it counts. */
export interface HouseRow {
  readonly name: string;
  readonly count: number;
  /** What is counted, a line each; nothing where that would be every file. */
  readonly found: readonly string[];
}

/** The figures of the workspace, in the order in which they are printed. */
export function houseRows(house: House): readonly HouseRow[] {
  const { sources } = house;
  const cli = sources.filter(({ of }) => of === "cli");
  const listed = (name: string, found: readonly string[]): HouseRow => ({ name, count: found.length, found });
  const counted = (name: string, count: number): HouseRow => ({ name, count, found: [] });
  return [
    listed("packages", packageSizes(house)),
    counted("source files", sources.length),
    counted("source lines", linesOf(sources)),
    counted("source files of cli", cli.length),
    counted("source lines of cli", linesOf(cli)),
    listed("files of at most 20 lines", smallFiles(house)),
    listed("files of at most 30 lines with one reader", oneReaderFiles(house)),
    listed("folders with one file", oneFileFolders(house)),
    listed("agents", namedAgents(house)),
    listed("files outside its folder that name an agent", filesWithAgents(house)),
    listed("files that name an agent by nature", filesOfAgents(house)),
    listed("files outside engine that step", stepLoops(house)),
    listed("places where a command is declared", commandPlaces(house)),
    listed("exported names", exportedNames(house)),
    listed("exported names without a reader", unreadNames(house)),
    listed("of which no signature needs", unneededNames(house)),
    listed("exported names declared in two packages", namesDeclaredTwice(house)),
    listed("functions over 50 lines", longFunctions(house)),
    listed("functions with over 15 paths", branchedFunctions(house)),
    listed("casts", casts(house)),
    listed("packages that call each other", callCircles(house)),
  ];
}
