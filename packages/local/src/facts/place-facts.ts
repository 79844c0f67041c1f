import type { FactAnswer, FactMaker, Facts } from "@gatehouse-hooks/facts";
import { lookUpLinks } from "@gatehouse-hooks/runtime";
import { isAbsolute, relative } from "node:path";
import process from "node:process";
import { ScriptAnswers } from "./script-texts.js";
import { withOwnCode } from "./own-code.js";

/** Where tool calls happen, as far as their events do not say. */
export interface KnownPlace {
  /** The user's home directory; not believed unless it is absolute. */
  readonly home: string;
  readonly project: string;
  /** The call is of the project, wherever its shell has gone. */
  readonly isOfProject: boolean;
}

/**
 * The facts of an event of this machine: `home`, `workspace` and `platform` are filled in where it has none, and links and files that run are
 * looked at unless it names them, or is of another platform.
 */
export function placeFacts(maker: FactMaker, place: KnownPlace, event: object): Facts {
  const own = new Map<string, unknown>(Object.entries(event));
  const { platform } = process;
  const isElsewhere = own.has("platform") && own.get("platform") !== platform;
  const placed = {
    ...event,
    ...(own.has("home") || !isAbsolute(place.home) ? {} : { home: place.home }),
    ...(own.has("workspace") || own.has("project_dir") || !isOf(place, own)
      ? {}
      : { workspace: place.project }),
    ...(own.has("platform") ? {} : { platform }),
  };
  const made = isElsewhere ? maker.facts(placed) : factsHere(maker, place, placed);
  // Only a hook stands between an agent and the code.
  return place.isOfProject && !isElsewhere ? withOwnCode(made, place.home, place.project) : made;
}

/** Scripts that run scripts that run scripts. */
const MOST_ROUNDS = 3;

function factsHere(maker: FactMaker, { home, project }: KnownPlace, event: object): Facts {
  const looks = process.platform === "win32" ? undefined : lookUpLinks();
  let answer: FactAnswer = maker.read(event, looks);
  // Files of an event that has texts are not those of this disk.
  if (answer.questions.length === 0 || Object.hasOwn(event, "texts")) return answer.facts;
  const answers = new ScriptAnswers(home, project);
  for (let round = 0; round < MOST_ROUNDS && answers.answer(answer.questions); round++)
    answer = maker.read(event, looks, answers.texts);
  return answer.facts;
}

/** Whether the event is of the project: one of elsewhere has its working directory as its workspace. */
function isOf({ project, isOfProject }: KnownPlace, event: ReadonlyMap<string, unknown>): boolean {
  const cwd = event.get("cwd") ?? event.get("working_dir");
  if (isOfProject || typeof cwd !== "string" || !isAbsolute(cwd)) return true;
  const way = relative(project, cwd);
  return way !== ".." && !way.startsWith("../") && !isAbsolute(way);
}
