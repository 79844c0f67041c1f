import type { FactAnswer, FactMaker, Facts } from "@gatehouse-hooks/facts";
import { lookUpLinks } from "@gatehouse-hooks/runtime";
import { isAbsolute, relative } from "node:path";
import { own } from "@gatehouse-hooks/json";
import process from "node:process";
import { type Evidence, keepEvidence, RecordedLooks } from "./evidence.js";
import { ScriptAnswers } from "./script-texts.js";
import { ownCodeAction, withAction } from "./own-code.js";

/** Where tool calls happen, as far as their events do not say. */
export interface KnownPlace {
  /** The user's home directory; not believed unless it is absolute. */
  readonly home: string;
  readonly project: string;
  /** The call is of the project, wherever its shell has gone. */
  readonly isOfProject: boolean;
}

/** Monotonic milliseconds, without the module of Node that `performance` loads. */
const processClock = (): number => {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1_000 + nanoseconds / 1_000_000;
};

/**
 * The facts of an event of this machine: `home`, `workspace` and `platform` are filled in where it has none, and links and files that run are
 * looked at unless it names them, or is of another platform.
 *
 * @param given what is known of the machine: then the disk is not read
 */
export function placeFacts(maker: FactMaker, place: KnownPlace, event: object, given?: Evidence): Facts {
  const known = given?.place ?? missingIn(place, new Map<string, unknown>(Object.entries(event)));
  const placed = { ...event, ...known };
  if (given !== undefined) {
    const { facts } = rounds(maker, placed, given, () => false);
    return withAction(facts, given.ownCode);
  }
  const { platform } = process;
  const isHere = own(placed, "platform") === platform;
  const looks = isHere && platform !== "win32" ? new RecordedLooks(lookUpLinks(processClock)) : undefined;
  const answers = new ScriptAnswers(place.home, place.project);
  // Files of an event that has texts are not those of this disk.
  const reads = isHere && !Object.hasOwn(event, "texts");
  const { facts } = rounds(
    maker,
    placed,
    { looks, texts: answers.texts },
    (questions) => reads && answers.answer(questions),
  );
  // Only a hook stands between an agent and the code.
  const ownCode = place.isOfProject && isHere ? ownCodeAction(facts, place.home, place.project) : undefined;
  keepEvidence(event, { place: known, looks, texts: answers.texts, ownCode });
  return withAction(facts, ownCode);
}

/** Scripts that run scripts that run scripts. */
const MOST_ROUNDS = 3;

function rounds(
  maker: FactMaker,
  event: object,
  { looks, texts }: Pick<Evidence, "looks" | "texts">,
  answer: (questions: FactAnswer["questions"]) => boolean,
): FactAnswer {
  const read = (): FactAnswer => maker.read(event, looks, texts.size === 0 ? undefined : texts);
  let made = read();
  for (let round = 0; round < MOST_ROUNDS && made.questions.length > 0 && answer(made.questions); round++)
    made = read();
  return made;
}

/** What the event does not say of where it happens. */
function missingIn(place: KnownPlace, event: ReadonlyMap<string, unknown>): Evidence["place"] {
  return {
    ...(event.has("home") || !isAbsolute(place.home) ? {} : { home: place.home }),
    ...(event.has("workspace") || event.has("project_dir") || !isOf(place, event)
      ? {}
      : { workspace: place.project }),
    ...(event.has("platform") ? {} : { platform: process.platform }),
  };
}

/** Whether the event is of the project: one of elsewhere has its working directory as its workspace. */
function isOf({ project, isOfProject }: KnownPlace, event: ReadonlyMap<string, unknown>): boolean {
  const cwd = event.get("cwd") ?? event.get("working_dir");
  if (isOfProject || typeof cwd !== "string" || !isAbsolute(cwd)) return true;
  const way = relative(project, cwd);
  return way !== ".." && !way.startsWith("../") && !isAbsolute(way);
}
