import { type FactRows, testRows } from "./test-rows.js";

/** Where copies land, and what is kept or goes away beside them. */
const ROWS: FactRows = {
  "what is in a folder lands in the destination itself": [
    { run: "cp -rT a ~", reads: ["./a/**"], writes: ["~/**"] },
    { run: "cp -a --no-target-directory a ~", reads: ["./a/**"], writes: ["~/**"] },
    { run: "cp -T a ~/x", reads: ["./a"], writes: ["~/x"] },
    { run: "mv -T a ~", reads: ["./a/**"], deletes: ["./a/**"], writes: ["~/**"] },
    { run: "rsync -a dotfiles/ ~/", reads: ["./dotfiles/**"], writes: ["~/**"] },
    { run: "rsync -a dotfiles/ ~", reads: ["./dotfiles/**"], writes: ["~/**"] },
    { run: "rsync -a dotfiles ~/", reads: ["./dotfiles/**"], writes: ["~/dotfiles/**"] },
    { run: "rsync -a --delete src/ ~/", reads: ["./src/**"], writes: ["~/**"], deletes: ["~/**"] },
    { run: "install -T x ~/y", reads: ["./x"], writes: ["~/y"] },
  ],
  "the whole path of a source is made again": [
    { run: "cp --parents a/b ~", reads: ["./a/b"], writes: ["~/a/b"] },
    { run: "cp -r --parents /x/.ssh ~/", reads: ["/x/.ssh/**"], writes: ["~/x/.ssh/**"] },
    { run: "cp --parents -t ~ a/b", reads: ["./a/b"], writes: ["~/a/b"] },
    { run: "rsync -aR a/b/ ~/", reads: ["./a/b/**"], writes: ["~/a/b/**"] },
    { run: "rsync -a --relative x/./.ssh ~", reads: ["./x/.ssh/**"], writes: ["~/.ssh/**"] },
  ],
  "what was there is kept beside it": [
    { run: "cp -bT x ~/y", reads: ["./x"], writes: ["~/y", "~/y~"] },
    { run: "cp -S .o x y/", reads: ["./x"], writes: ["./y/x", "./y/x.o"] },
    { run: "cp --backup=numbered x y/", reads: ["./x"], writes: ["./y/x", "./y/x.~*~"] },
    { run: "cp --backup=off x y/", reads: ["./x"], writes: ["./y/x"] },
    {
      run: "mv -bT --suffix=.k x y",
      reads: ["./x/**"],
      deletes: ["./x/**"],
      writes: ["./y/**", "./y.k"],
    },
    { run: "SIMPLE_BACKUP_SUFFIX=rc cp -bT x ~/.bash", reads: ["./x"], writes: ["~/.bash", "~/.bashrc"] },
    { run: "ln -sbT a b", writes: ["./b", "./b~"] },
    { run: "install -b x y/", reads: ["./x"], writes: ["./y/x", "./y/x~"] },
    { run: "rsync -ab --suffix=.o x y/", reads: ["./x/**"], writes: ["./y/x/**", "./y/x.o"] },
    {
      run: "rsync -ab --backup-dir=../k src/ dst/",
      reads: ["./src/**"],
      writes: ["./dst/**", "./k/**"],
    },
    { run: "sed -i.bk s/a/b/ d/f", reads: ["./d/f"], writes: ["./d/f", "./d/f.bk"] },
    { run: "sed --in-place=.bk s/a/b/ f", reads: ["./f"], writes: ["./f", "./f.bk"] },
    { run: "sed -i'x_*' s/a/b/ d/f", reads: ["./d/f"], writes: ["./d/f", "./d/x_f"] },
    { run: "sed -i'/etc/*' s/a/b/ hosts", reads: ["./hosts"], writes: ["./hosts", "/etc/hosts"] },
    { run: "sed -i s/a/b/ f", reads: ["./f"], writes: ["./f"] },
  ],
  "a file that a subcommand makes": [
    { run: "git bundle create ~/.bashrc HEAD", writes: ["~/.bashrc"], actions: ["git.change"] },
    { run: "git bundle create -q ~/x --all", writes: ["~/x"], actions: ["git.change"] },
    { run: "git bundle verify x", reads: ["./x"] },
  ],
  "what is compressed goes away": [
    {
      run: "gzip ~/.bashrc",
      reads: ["~/.bashrc"],
      writes: ["~/.bashrc", "~/.bashrc.gz"],
      deletes: ["~/.bashrc"],
    },
    { run: "gzip -9 -v x", reads: ["./x"], writes: ["./x", "./x.gz"], deletes: ["./x"] },
    { run: "gunzip x.gz", reads: ["./x.gz"], writes: ["./x.gz", "./x"], deletes: ["./x.gz"] },
    { run: "bzip2 x", reads: ["./x"], writes: ["./x", "./x.bz2"], deletes: ["./x"] },
    { run: "xz x", reads: ["./x"], writes: ["./x", "./x.xz"], deletes: ["./x"] },
    { run: "zstd --rm x", reads: ["./x"], writes: ["./x", "./x.zst"], deletes: ["./x"] },
    { run: "brotli -j x", reads: ["./x"], writes: ["./x", "./x.br"], deletes: ["./x"] },
    { run: "gzip -k x", reads: ["./x"], writes: ["./x.gz"] },
    { run: "gzip -c x", reads: ["./x"] },
    { run: "zstd x", reads: ["./x"], writes: ["./x.zst"] },
  ],
};

testRows(ROWS);
