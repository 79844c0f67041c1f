import type { Target } from "../target.js";
import { ast } from "./ast.js";
import { json } from "./json.js";
import { pattern } from "./pattern.js";
import { text } from "./text.js";

export const targets: readonly Target[] = [text, ast, json, pattern];
