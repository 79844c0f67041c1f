import { type FactRows, testRows } from "./test-rows.js";

/** Scanned code, which stays opaque: what is seen of it is more. */
const of = (lang: string): { executes: string[]; unknown: ["opaque-code"] } => ({
  executes: [`inline ${lang}`],
  unknown: ["opaque-code"],
});

/** Code that gives a string a name first, and all of its facts. */
const ROWS: FactRows = {
  names: [
    { run: `perl -e '$f="/etc/passwd"; unlink $f'`, ...of("perl"), deletes: ["/etc/passwd"] },
    { run: `perl -e 'my $f = "/etc/passwd"; unlink($f);'`, ...of("perl"), deletes: ["/etc/passwd"] },
    { run: `perl -e '@f=("a", "b"); unlink @f'`, ...of("perl"), deletes: ["./a", "./b"] },
    { run: `perl -e '$a="x"; $b=$a; unlink $b'`, ...of("perl"), deletes: ["./x"] },
    { run: `perl -e '$c="rm a"; system($c)'`, ...of("perl"), deletes: ["./a"] },
    { run: `perl -e '$f="a"; open(my $h, ">", $f)'`, ...of("perl"), writes: ["./a"] },
    { run: `ruby -e 'f="a"; File.delete(f)'`, ...of("ruby"), deletes: ["./a"] },
    { run: `php -r '$f="a"; unlink($f);'`, ...of("php"), deletes: ["./a"] },
    { run: `lua -e 'local f="a" os.remove(f)'`, ...of("lua"), deletes: ["./a"] },
    { run: `Rscript -e 'f <- "a"; unlink(f)'`, ...of("r"), deletes: ["./a/**"] },
    { run: `julia -e 'f="a"; rm(f)'`, ...of("julia"), deletes: ["./a/**"] },
  ],
  "names in strings": [
    { run: `perl -e '$d="a"; system("rm $d/x")'`, ...of("perl"), deletes: ["./a/x"] },
    { run: `ruby -e 'd="a"; system("rm #{d}/x")'`, ...of("ruby"), deletes: ["./a/x"] },
    { run: `php -r '$d="a"; system("rm {$d}/x");'`, ...of("php"), deletes: ["./a/x"] },
  ],
  "names that hold something else": [
    { run: `perl -e '$f="a"; print $f'`, ...of("perl") },
    { run: `perl -e '$f=shift; unlink $f'`, ...of("perl") },
    { run: `perl -e '$f="a"; $f=shift; unlink $f'`, ...of("perl") },
    { run: `perl -e 'unlink $f; $f="a"'`, ...of("perl") },
    { run: `perl -e 'if ($f == "a") { unlink $f }'`, ...of("perl") },
    { run: `lua -e 'x.f="a" os.remove(y.f)'`, ...of("lua") },
  ],
  awk: [
    { run: `awk 'BEGIN{c="rm a"; system(c)}'`, ...of("awk"), deletes: ["./a"] },
    { run: `awk 'BEGIN{c="rm a"} {system(c); c=$0}' x`, ...of("awk"), reads: ["./x"], deletes: ["./a"] },
    { run: `awk 'BEGIN{s="-"} {print $1 s $2}' x`, reads: ["./x"] },
  ],
};

testRows(ROWS);
