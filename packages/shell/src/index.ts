export {
  type Alternatives,
  type Field,
  type FieldPart,
  type Hole,
  type Origin,
  type Origins,
  NO_ORIGINS,
  appendAlternatives,
  collapse,
  hasGlob,
  hasHole,
  hole,
  joinFields,
  isOpen,
  literalOf,
  mayBeginEmpty,
  originsOf,
  partsOfField,
  showField,
  simplify,
  textFrom,
  uniteAlternatives,
  uniteOrigins,
} from "./field.js";
export { LIMITS as SHELL_LIMITS } from "./limits.js";
export type {
  Assigned,
  ShellCall,
  CallInput,
  CallPlace,
  CommandReader,
  Dialect,
  FileAccess,
  ChildOptions,
  ShellUnknown,
  TextSpan,
  World,
} from "./machine.js";
export { normalizePath, resolvePath, slashField, slashPath } from "./path.js";
export { parseShell } from "./parse-shell.js";
export type { LaterFiles } from "./traffic.js";
export { type ShellCost, type ShellPlace, type ShellReading, runShell } from "./run-shell.js";
export type { InputKind } from "./state.js";
export type {
  Arithmetic,
  Assignment,
  CaseItem,
  CompoundCommand,
  List,
  Operation,
  ParameterPart,
  Redirection,
  ShellCommand,
  ShellScript,
  SimpleNode,
  Statement,
  TestWord,
  WordNode,
  WordPart,
} from "./syntax.js";
