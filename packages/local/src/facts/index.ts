import * as module from "./program-facts.js";

/** The tables of programs, and what reads shell text by them. The build lets it run on the first call. */
export function lateProgramFacts(): typeof module {
  return module;
}
