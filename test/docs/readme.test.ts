import { testExamples } from "./examples.js";
import { isReadme } from "./documents.js";

testExamples(isReadme);
