export { type Evidence, evidenceOf, readEvidence } from "./evidence.js";
export { lateProgramFacts } from "./late-program-facts.js";
