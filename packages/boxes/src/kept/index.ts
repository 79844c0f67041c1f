export { boxHere, recordRefusal, recordUnsound, requireWhole, toldLine, UNSOUND_LINE } from "./box-here.js";
export { type Boxes, createBoxes, type ProjectBox } from "./boxes.js";
export { SESSION_NAME } from "./box-request.js";
