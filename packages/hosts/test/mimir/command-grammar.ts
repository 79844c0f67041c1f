import fc from "fast-check";

/** A command, and whether what runs does not depend on the value: it is only compared with what it never is. */
export interface GeneratedCommand {
  readonly text: string;
  readonly fixed: boolean;
}

const fixed = (...texts: readonly string[]): fc.Arbitrary<GeneratedCommand> =>
  fc.constantFrom(...texts.map((text) => ({ text, fixed: true })));
const loose = (...texts: readonly string[]): fc.Arbitrary<GeneratedCommand> =>
  fc.constantFrom(...texts.map((text) => ({ text, fixed: false })));

/** Fills the `@` of a form with generated commands or words. */
function form(
  text: string,
  ...parts: readonly fc.Arbitrary<GeneratedCommand>[]
): fc.Arbitrary<GeneratedCommand> {
  const [head = "", ...tails] = text.split("@");
  return fc.tuple(...parts).map((made) => ({
    text: tails.reduce((all, tail, index) => `${all}${made[index]?.text ?? ""}${tail}`, head),
    fixed: made.every((one) => one.fixed),
  }));
}

/** How a variable of the shell comes to hold a value. */
const SOURCES = [
  "x={bash_command}",
  "x=k; x+={bash_command}",
  "x=$(cat <<EOF\n{bash_command}\nEOF\n)",
  "printf %s {bash_command} > f; x=$(cat f)",
  'F=g; printf %s {bash_command} > "$F"; x=$(cat g)',
  "read -r x <<EOF\n{bash_command}\nEOF",
  "command read -r x <<< {bash_command}",
  "for x in {bash_command}; do :; done",
  "export x={bash_command}",
  "HOOK_X={bash_command}; export HOOK_X; x=$HOOK_X",
];
/** How another variable, or the same one, comes to hold it then. */
const FLOWS = [
  ":",
  "y=$x; x=$y",
  'y=$(printf %s "$x"); x=$y',
  'y=`printf %s "$x"`; x=$y',
  'y=$(case a in a) printf %s "$x";; esac); x=$y',
  'y=$(if :; then printf %s "$x"; fi); x=$y',
  'y=$(for a in b; do printf %s "$x"; done); x=$y',
  "y=$(cat <<EOF\n$x\nEOF\n); x=$y",
  'printf %s "$x" > h; x=$(cat h)',
  'printf %s "$x" > h; x=$(cat < h)',
  'printf %s "$x" > h; read -r x < h',
  'printf %s "$x" | { cat > h; }; y=$(cat ./h); x=$y',
  "y=x; x=${!y}",
  "y=${x:-none}; x=${y%%zzz*}",
  'export y="$x"; x=$y',
  '[ "$x" = never ] || y=$x; x=$y',
];
/** Where it is code, an option, a program, or words. */
const SINKS = [
  'echo "$x" "a $x"',
  "echo $x",
  'eval "$x"',
  "eval 'echo '\"$x\"",
  'CODE=\'eval "$x"\'; eval "$CODE"',
  'sh -c "$x"',
  "export x; sh -c 'eval \"$x\"'",
  "export x; $SHELL -c 'eval \"$x\"'",
  'sh -c \'echo "$1"\' sh "$x"',
  'sh -c \'eval "$1"\' sh "$x"',
  "echo $((x))",
  "z=x; echo $((z + 1))",
  "(( x ))",
  "let z=x+1",
  "a[x]=1",
  "a[1]=2; unset 'a[x]'",
  "printf -v 'a[x]' %s 1",
  "read -r 'a[x]' <<< 1",
  "test -v 'a[x]'",
  "[[ x -eq 1 ]]",
  "[[ -v a[x] ]]",
  "declare -i n=x",
  "declare -i n; n=x",
  'echo "${a[x]}" "${b:x}"',
  "$x a",
  '"$x" a',
  'trap "$x" EXIT',
  'printf %s "$x" | sh',
  'printf %s "$x" | { cat; }',
  'printf %s "$x" > i; sh i',
  'printf %s "$x" > i; sh -c "$(cat i)"',
  'printf %s "$x" > >(sh)',
  'printf %s "$x" | (( sh ))',
  'printf %s "$x" | `sh`',
  'printf %s "$x" | echo "$(sh)"',
  'printf %s "$x" | while :; do sh; break; done',
  "sh <<EOF\n$x\nEOF",
  "cat <<EOF | sh\n$x\nEOF",
  'x=a; echo "$x"',
  'echo "${x:=b}" "${#x}" "${x##*/}"',
];

/** Every way of a value from a placeholder through variables and files to where it is used. */
export const VALUE_WAYS: readonly string[] = SOURCES.flatMap((source) =>
  FLOWS.flatMap((flow) => SINKS.map((sink) => `${source}\n${flow}\n${sink}`)),
);

/**
 * Commands with placeholders in every kind of place: plain, quoted, in assignments, substitutions, loops, here-documents and code,
 * and variables of the shell that were set from them. `echo` stands for a program that takes its arguments as data.
 */
export const generatedCommand: fc.Arbitrary<GeneratedCommand> = fc
  .letrec<{
    word: GeneratedCommand;
    quoted: GeneratedCommand;
    simple: GeneratedCommand;
    list: GeneratedCommand;
  }>((tie) => ({
    word: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fixed(
        "a",
        "-n",
        "'b c'",
        '"d"',
        "\\e",
        "*",
        "[a-z]",
        "~",
        "f.txt",
        "x",
        "y",
        "{p,q}",
        "$((1+2))",
        "$HOME",
      ),
      {
        weight: 3,
        arbitrary: fixed(
          ...[
            "{bash_command}",
            '"{bash_command}"',
            "'{bash_command}'",
            "k={bash_command}",
            "[{bash_command}]",
          ],
          ...[
            '"a {bash_command} b"',
            "'a {bash_command}'b",
            "${bash_command}",
            '"${bash_command}"',
            "{tokens_used}",
          ],
          ...[
            '"$x"',
            '"${y}"',
            '"a$x"',
            "'$x'",
            '\'{"k":"{bash_command}"}\'',
            '"\\\\{bash_command}"',
            "{agent_id}{bash_command}",
          ],
        ),
      },
      loose('"${x:-none}"', '"${x%%/*}"', '"${#x}"', '"$1"', '"$@"', '"${x/a/b}"', '"${!y}"', '"${x^^}"'),
      loose(
        "$x",
        "${y}",
        "`echo {bash_command}`",
        "$(($x))",
        "$((y+1))",
        "${a[x]}",
        "\\{bash_command}",
        "{a,{bash_command}}",
      ),
      form('"$(@)"', tie("simple")),
      form('"a $(@) b"', tie("list")),
      form("$(@)", tie("simple")),
    ),
    quoted: fc.oneof(
      fixed('"$x"', "{bash_command}", '"$y"', '"{bash_command} z"'),
      form('"$(@)"', tie("simple")),
    ),
    simple: fc.oneof(
      { depthSize: "small" },
      { weight: 4, arbitrary: form("echo @ @", tie("word"), tie("word")) },
      { weight: 3, arbitrary: form("x=@", tie("word")) },
      { weight: 2, arbitrary: form("y=@", tie("word")) },
      { weight: 2, arbitrary: form("printf %s @", tie("word")) },
      form("export HOOK_X=@", tie("word")),
      form("HOOK_X=@ echo a", tie("word")),
      form("sh -c 'echo \"$1\"' sh @", tie("quoted")),
      form("sh -c 'echo $1' sh @", tie("quoted")),
      form('sh -c \'x=$1; echo "${x:-none}"; eval "$y"\' sh @', tie("quoted")),
      form('bash -c \'for a in "$@"; do echo "$a"; done\' bash @', tie("quoted")),
      form("bash -c 'echo $(($1))' bash @", tie("quoted")),
      form("sh -c @", tie("word")),
      form("bash -c @ sh", tie("word")),
      form("eval @", tie("word")),
      form("eval 'echo \"$x\"'@", fixed("", " b")),
      form("cat <<EOF\n@ {bash_command}\nEOF\n", tie("word")),
      form("x=$(cat <<EOF\na {bash_command} $y\nEOF\n); echo @", tie("word")),
      form("cat <<'EOF'\n@\nEOF\n", tie("word")),
      form("sh <<EOF\necho @\nEOF\n", tie("word")),
      form("cat <<< @", tie("word")),
      form("printf %s @ > f", tie("word")),
      form("printf %s @ >> f.sh", tie("word")),
      loose("sh f", ". ./f", "x=$(cat f)", 'sh -c "$(cat f)"', "sh f.sh", "cat < f | sh", 'bash "$y"'),
      loose(
        "let y=x+1",
        "declare -i n=x",
        "a[x]=1",
        "unset 'b[x]'",
        "[[ x -eq 1 ]]",
        "(( x ))",
        "y=x",
        "read -r x < f",
      ),
      loose(
        '"$x"',
        "$y",
        '"$0"',
        "{bash_command}",
        "*",
        '"${y:-echo}" a',
        "set -- {bash_command}",
        "f() { $1; }",
        "exec $x",
      ),
      form("env HOOK_X=@ echo b", tie("word")),
      form("command echo @", tie("word")),
      form("timeout 5 echo @", tie("word")),
      form("time -p echo @", tie("word")),
      form("trap @ EXIT", tie("word")),
      form("xargs echo @", tie("word")),
      form("case @ in never) echo a;; *) echo b;; esac", tie("quoted")),
      form("case a in @) echo a;; a) echo b;; esac", tie("word")),
      form("[ @ = never ]", tie("quoted")),
      form("test @ -eq 1", tie("word")),
      form("[[ @ == never ]]", tie("word")),
    ),
    list: fc.oneof(
      { depthSize: "small" },
      { weight: 3, arbitrary: tie("simple") },
      { weight: 4, arbitrary: form("@\n@", tie("list"), tie("list")) },
      form("@; @", tie("simple"), tie("list")),
      form("@ && @", tie("simple"), tie("simple")),
      form("@ || @", tie("simple"), tie("simple")),
      form("@ | cat", tie("simple")),
      form("@ | sh", tie("simple")),
      form("@ | bash -s", tie("list")),
      form("@ | while IFS= read -r l; do echo @; done", tie("simple"), loose('"$l"', "$l", '"$x"')),
      form(
        "@ | { read -r x; @; }",
        tie("simple"),
        loose('echo "$x"', "echo $((x))", 'eval "$x"', "let y=x", 'command eval "$x"'),
      ),
      // What is behind it may still run when the command is over.
      form("@ > >(@)@", tie("simple"), tie("simple"), loose("")),
      form("{ @; } 2>&1", tie("list")),
      form("( @ )", tie("list")),
      form("if @; then @; else @; fi", tie("simple"), tie("simple"), tie("simple")),
      form("for x in @ b; do @; done", tie("word"), tie("simple")),
      form("@; do @; done <<EOF\n{bash_command}\nEOF\n", loose("while read -r y"), tie("simple")),
      form("@ # {bash_command} ' \"", tie("simple")),
      form("! @", tie("simple")),
      form("@ &\nwait", tie("simple")),
    ),
  }))
  .list.filter(({ text }) => text.includes("{bash_command}") && text.length < 2_000);
