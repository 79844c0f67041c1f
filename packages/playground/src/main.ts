import { Playground } from "./page/playground.js";
import { answerQuestions } from "./work/worker-side.js";

// One script for the page and its workers, so that the page is one file.
if (typeof document === "undefined") {
  answerQuestions(self);
} else {
  const script = document.querySelector("script")?.textContent ?? "";
  const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  void new Playground(address).start();
}
