import { type Alternatives, hasGlob, hole } from "@gatehouse-hooks/shell";
import type { CodeStart, Language } from "../machine.js";
import {
  PYTHON_BUILTINS,
  PYTHON_CALLS,
  PYTHON_GUESSES,
  PYTHON_HARMLESS,
  PYTHON_MODULES,
} from "./python-calls.table.js";
import { pythonCode } from "./python-code.js";
import { type CodeValue, data, listValue, opaque, textValue, texts } from "../value.js";

const object = (of: string, content: Alternatives = [""]): CodeValue => ({ kind: "object", of, content });

/** Names that are values, and no calls. */
const CONSTANTS: ReadonlyMap<string, (start: CodeStart) => CodeValue> = new Map<
  string,
  (start: CodeStart) => CodeValue
>([
  ["__name__", () => textValue("__main__")],
  ["__file__", () => textValue("-")],
  ["__doc__", () => data()],
  ["__builtins__", () => opaque("__builtins__")],
  ["__loader__", () => opaque("__loader__")],
  ["__spec__", () => opaque("__spec__")],
  ["os.environ", () => object("environment", [hole([{ kind: "environment" }])])],
  ["os.environb", () => object("environment", [hole([{ kind: "environment" }])])],
  ["os.sep", () => textValue("/")],
  ["os.path.sep", () => textValue("/")],
  ["os.linesep", () => textValue("\n")],
  ["os.curdir", () => textValue(".")],
  ["os.pardir", () => textValue("..")],
  ["os.devnull", () => textValue("/dev/null")],
  [
    "sys.argv",
    ({ words }) =>
      listValue(
        words.map((one) => texts(one)),
        words.some((one) => one.some(hasGlob)),
      ),
  ],
  ["sys.stdin", ({ input }) => object("stdin", input)],
  ["sys.stdout", () => object("stream")],
  ["sys.stderr", () => object("stream")],
  ["sys.executable", () => textValue("python3")],
  ["sys.version", () => data()],
  ["sys.platform", () => data()],
  ["sys.modules", () => object("modules")],
  ["sys.path", () => opaque("sys.path")],
  ["sys.meta_path", () => opaque("sys.meta_path")],
  ["string.ascii_letters", () => data()],
]);

/** Python. */
export const PYTHON: Language = {
  calls: PYTHON_CALLS,
  guesses: PYTHON_GUESSES,
  constants: CONSTANTS,
  builtins: PYTHON_BUILTINS,
  harmless: PYTHON_HARMLESS,
  modules: PYTHON_MODULES,
  read: pythonCode,
  web: false,
};
