export { findEvent, type FoundEvent, newWork, type EventWork } from "./solve/find-event.js";
export { conditionGoal, type Goal, notAllGoal } from "./solve/goal.js";
