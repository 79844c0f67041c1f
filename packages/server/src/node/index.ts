export { listen, type Listening, type ListenOptions } from "./listen.js";
export type { DecisionServer } from "../decision-server.js";
export type { Peer } from "../http/read-body.js";
