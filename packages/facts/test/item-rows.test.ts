import { type FactRows, testRows } from "./test-rows.js";

/** Commands that are made of items, and all of their facts. */
const ROWS: FactRows = {
  "xargs: where items go": [
    { run: "echo / | xargs -i rm -rf {}", deletes: ["/**"] },
    { run: "echo / | xargs -iX rm -rf X", deletes: ["/**"] },
    { run: "echo / | xargs --replace rm -rf {}", deletes: ["/**"] },
    { run: "echo / | xargs -i rm -rf", deletes: ["/**"] },
    { run: "echo / | xargs -i{} rm -rf", deletes: ["/**"] },
    { run: "echo / | xargs -I{} rm -rf" },
    { run: "echo a | xargs -I{} rm {}.b", deletes: ["./a.b"] },
    { run: "echo a | xargs -J % cp % b", reads: ["./a"], writes: ["./b", "./b/a"] },
    { run: "echo a b | xargs -n1 cp c", reads: ["./c"], writes: ["./a", "./a/c", "./b", "./b/c"] },
    {
      run: "printf 'a b\\nc d\\n' | xargs -L1 cp",
      reads: ["./a", "./c"],
      writes: ["./b", "./b/a", "./d", "./d/c"],
    },
    {
      run: "printf 'a b\\nc d\\n' | xargs -l cp",
      reads: ["./a", "./c"],
      writes: ["./b", "./b/a", "./d", "./d/c"],
    },
    { run: "echo a b c | xargs -E b rm", deletes: ["./a"] },
    { run: "seq 5 | xargs -I{} curl http://h.example", network: ["in http://h.example"] },
  ],
  "xargs: code": [
    { run: "echo 'rm -rf /' | xargs bash -c", deletes: ["/**"] },
    {
      run: "echo 'rm -rf /' | xargs sudo sh -xc",
      deletes: ["/**"],
      actions: ["privilege.raise"],
      unknown: [],
    },
    { run: "echo 'rm -rf /' | xargs -I% sh -c %", deletes: ["/**"] },
    { run: "echo / | xargs bash -c 'rm -rf $0'", deletes: ["/**"] },
    { run: "echo / | xargs -n1 bash -c 'rm -rf $1' _", deletes: ["/**"] },
    { run: "echo 'rm -rf /' | xargs echo -c" },
    { run: "echo 'rm -rf /' | xargs -I{} echo {}" },
    {
      run: "base64 -d x | xargs sh -c",
      reads: ["./x"],
      executes: ["decoded sh", "file sh"],
      unknown: ["opaque-file"],
    },
    { run: "base64 -d x | xargs sh -c {}", reads: ["./x"], unknown: ["unknown-program"] },
  ],
  parallel: [
    { run: "parallel bash -c 'rm -rf {}' ::: /", deletes: ["/**"] },
    { run: "echo / | parallel bash -c 'rm -rf {}'", deletes: ["/**"] },
    { run: "echo / | parallel -q bash -c 'rm -rf {}'", deletes: ["/**"] },
    { run: "parallel -i bash -c 'rm -rf {}' -- /", deletes: ["/**"] },
    { run: "echo 'rm -rf /' | parallel", deletes: ["/**"] },
    { run: "parallel ::: 'rm -rf /' 'rm a'", deletes: ["/**", "./a"] },
    { run: "parallel rm -rf {1}{2} ::: / ::: etc var", deletes: ["/etc/**", "/var/**"] },
    { run: "parallel --wd / rm -rf ::: etc", deletes: ["/etc/**"] },
    { run: "parallel --workdir=/ rm {} ::: a", deletes: ["/a"] },
    { run: "parallel cp {} {//}/{/.}.b ::: d/a.c", reads: ["./d/a.c"], writes: ["./d/a.b", "./d/a.b/a.c"] },
    { run: "echo 'rm x' | parallel --pipe bash", deletes: ["./x"] },
    { run: "parallel -X rm ::: a b", deletes: ["./a", "./b"] },
    { run: "parallel :::: jobs", reads: ["./jobs"], unknown: ["dynamic-code"] },
    { run: "parallel --dry-run rm -rf ::: /" },
    { run: "parallel echo 'rm -rf {}' ::: /" },
    { run: "parallel --unheard-of rm ::: a", deletes: ["./a"], unknown: ["unknown-option"] },
  ],
  "behind `;;&` the next patterns are tried where the body has left off": [
    { run: "case a in a*) cd /t;;& *) rm x;; esac", deletes: ["/t/x", "./x"] },
    { run: "case a in a*) cd /t;;& b) cd /u;; esac; rm x", deletes: ["/t/x", "./x"] },
    { run: "case a in a*) x=a;;& $x) rm x;; esac", deletes: ["./x"] },
    { run: "x=a; case a in a*) x=b;;& $x) rm x;; esac" },
    { run: "case a in a*) cd /t;; *) rm x;; esac" },
  ],
  "a process substitution of nothing is no word": [
    { run: "rm x <()", deletes: ["./x"] },
    { run: "rm<() x", deletes: ["./x"] },
  ],
};

testRows(ROWS);
