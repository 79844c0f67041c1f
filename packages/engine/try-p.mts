import { condition } from "@gatehouse/condition";
import { compilePolicies, readEvent, step } from "@gatehouse/engine";
import { policySet } from "./src/policy-set.js";
const TOOLS=[["exec","command"],["read","path"],["write","path"],["http_fetch","url"],["send","message"]] as const;
let seed=1; const rnd=(n:number)=>{seed=(seed*1103515245+12345)&0x7fffffff; return seed%n};
function text(i:number,lit:string){ const [tool,f]=TOOLS[i%5]!; const p=`params.${f}`; const k=rnd(100);
 const h=`toolName == "${tool}" && `;
 return k<45?h+`${p}.includes("${lit}")`:k<70?h+`${p}.startsWith("${lit}")`:k<80?h+`${p}.endsWith("${lit}")`:k<90?h+`(${p}.includes("${lit}") || ${p}.includes("z${lit}"))`:k<95?h+`${p}.includes("${lit}") && !params.cwd.startsWith("/tmp")`:h+`${p}.includes("${lit}") && sessionKey != "admin"`;}
const WORDS=Array.from({length:130},(_, i)=>Math.abs(Math.imul(i+7,2654435761)).toString(36).slice(0,6));
const events=Array.from({length:256},(_, i)=>{const [tool,f]=TOOLS[i%5]!; return (readEvent({event:"before_tool_call",toolName:tool,params:{[f]:Array.from({length:7},()=>WORDS[rnd(130)]).join(" "),cwd:"/home/u"},sessionKey:"s1"}) as any).event});
const cpu=()=>{const u=process.cpuUsage();return u.user+u.system};
for (const n of (process.env.NS??"10,100,1000,10000").split(",").map(Number)) for (const kind of (process.env.KS??"none,1%").split(",")) {
  const defs=Array.from({length:n},(_, i)=>({id:`p${i}`,events:["before_tool_call"],handler:{kind:"static",verdict:"deny",reason:"r"},condition:condition(text(i, kind==="none"?`unique${i}q`:WORDS[rnd(130)]!)).condition}));
  const {set}=compilePolicies(defs);
  for (const how of ["scan","index","auto"] as const) {
    if(how==="scan"&&n>1000) continue;
    const s=policySet(set.policies,how); const none=new Map();
    let t=cpu(); step(s,events[0]!,none); for(let i=0;i<5;i++) step(s,events[i]!,none); const first=cpu()-t;
    const iters= how==="scan"&&n>=1000?3000:30000;
    for(let i=0;i<iters;i++) step(s,events[i&255]!,none);
    let best=1e9; for(let r=0;r<5;r++){t=cpu(); for(let i=0;i<iters;i++) step(s,events[i&255]!,none); best=Math.min(best,(cpu()-t)/iters*1000);}
    console.log(n,kind,how,"first6 us",first,"ns",Math.round(best));
  }
}
