import { TABLES } from "../vocabulary.js";
import { type EventNames, eventNamesOf } from "./event-names.js";

/** What a policy may call the events of the agents of this package, and what it means by each name. */
export const EVENT_NAMES: EventNames = eventNamesOf(TABLES);
