import { testExamples } from "./examples.js";
import { isReadme } from "./documents.js";

// The quick tier has run those of the README.
testExamples((name) => !isReadme(name));
