import { optionList } from "../../programs/option-list.js";
import type { ProgramRow } from "../../programs/program-row.js";

/** Interpreters and shells that are not read by the analysis of the shell. */
export const OTHER_INTERPRETER_PROGRAMS: readonly ProgramRow[] = [
  {
    name: ["java", "javaw"],
    style: "single",
    lang: "java",
    options: [
      "-jar=script",
      "-cp=",
      "-classpath=",
      "--class-path=",
      "-p=",
      "--module-path=",
      "-m=",
      "--module=",
      "-version",
      "--version",
      "-help",
      "-h",
      "-D",
      "-X",
      "--add-modules=",
      "--add-opens=",
      "--add-exports=",
      "-showversion",
    ],

    operands: "plain",
    variables: ["JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "CLASSPATH"],
    when: [{ has: ["-version", "--version", "-help", "-h"] }, { executes: "file" }],
    tests: [{ run: "java Main", executes: ["file java"], unknown: ["opaque-file"] }],
  },
  {
    name: ["javac", "kotlinc", "scalac", "groovyc", "jlink", "jpackage", "jarsigner", "keytool", "javadoc"],
    style: "single",
    loose: true,
    options: ["-d=write", "-cp=", "-classpath=", "-version"],
    unknown: "opaque-file",
    operands: "read*",
    tests: [{ run: "javac -d out A.java", reads: ["./A.java"], writes: ["./out"], unknown: ["opaque-file"] }],
  },
  {
    // A shell of Linux beside Windows: its files are those of another system, and the drives.
    name: ["wsl"],
    style: "posix",
    loose: true,
    options: optionList(
      "-d,--distribution= -u,--user= --cd= -e,--exec --shell-type= -l,--list --status --shutdown --terminate=",
    ),
    wraps: 0,
    when: [{ has: ["--shutdown", "--terminate"], action: "service.stop" }],
    tests: [{ run: "wsl -d x rm a", deletes: ["./a"] }, { run: "wsl --list" }],
  },
  {
    name: ["cscript", "wscript", "mshta", "rundll32", "regsvr32", "installutil", "regasm", "msxsl"],
    style: "slash",
    loose: true,
    options: optionList("/i=script /s /n /u"),
    unknown: "opaque-code",
    when: [{ operand: ["http:*", "https:*", "HTTP*"], operands: "script" }],
    tests: [{ run: "mshta x", unknown: ["opaque-code"] }],
  },
  {
    name: ["rc", "es"],
    style: "posix",
    loose: true,
    options: ["-c,--command=program", "-C,--init-command=program", "-f", "-i", "-l", "-n", "-N", "-P", "-v"],
    operands: "script",
    lang: "sh",
    unknown: "dialect",
    when: [
      { has: ["-c"], operands: "" },
      { most: 0, executes: "stdin" },
    ],
    tests: [
      { run: "rc x.fish", reads: ["./x.fish"], executes: ["file sh"], unknown: ["dialect", "opaque-file"] },
    ],
  },
  {
    name: ["jar"],
    style: "bundle",
    options: optionList(
      "-c,--create -x,--extract -t,--list -u,--update -i,--generate-index= -d,--describe-module -v,--verbose -f,--file=edit -m,--manifest=read -M,--no-manifest -0,--no-compress -e,--main-class= -C=cwd --release= -n -P --dir=unpack",
    ),
    operands: "read*",
    tree: true,
    filter: true,
    when: [
      { has: ["-t", "-d"], operands: "pattern*" },
      { has: ["-x"], operands: "pattern*", unpacks: true },
    ],
    tests: [{ run: "jar cf x.jar k", reads: ["./x.jar/**", "./k/**"], writes: ["./x.jar/**"] }],
  },
];
