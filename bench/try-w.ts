import { workload } from "./decide/workload.js";
import { compiled } from "./decide/gatehouse.js";
import { step } from "@gatehouse/engine";
const w=workload(1000,"1% match"); const set=compiled(w); const ep=set.forEvent("before_tool_call");
const cpu=()=>{const u=process.cpuUsage();return u.user+u.system};
const none=new Map(); for(let i=0;i<64;i++) step(set,w.events[i]!,none);
let c=0; for(const e of w.events) c+=ep.candidates(e).length; console.log("candidates",c/256);
for(let r=0;r<3;r++){
let t=cpu(); for(let i=0;i<20000;i++) ep.candidates(w.events[i&255]!); console.log("candidates",((cpu()-t)/20000).toFixed(2));
t=cpu(); for(let i=0;i<20000;i++) {const e=w.events[i&255]!; for(const p of ep.candidates(e)) ep.policies[p]!.applies(e);} console.log("+applies",((cpu()-t)/20000).toFixed(2));
t=cpu(); for(let i=0;i<20000;i++) step(set,w.events[i&255]!,none); console.log("step",((cpu()-t)/20000).toFixed(2));
}
