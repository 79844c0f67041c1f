export { lateProgramFacts } from "./late-program-facts.js";
