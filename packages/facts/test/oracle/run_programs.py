"""Runs programs one after another, each over the same files, and says what each of them changed. Only for a box."""

import base64, contextlib, csv, functools, glob, operator, pathlib, shutil, sqlite3, subprocess, tarfile, tempfile, zipfile  # Loaded once: programs find them in a fork.
import json, os, resource, select, signal, stat, sys

ROOTS = ("/w", "/home/u", "/tmp")
KEPT = "/kept"
SECONDS = 10


def look():
    """What is there: the path of each entry, with what tells that it was changed, and when each file was read last."""
    found, read = {}, {}
    for root in ROOTS:
        for folder, folders, files in os.walk(root):
            for name in folders + files:
                path = f"{folder}/{name}"
                entry = os.lstat(path)
                is_folder = stat.S_ISDIR(entry.st_mode)
                if stat.S_ISREG(entry.st_mode):
                    read[path] = (entry.st_ino, entry.st_atime_ns)
                found[path] = (
                    entry.st_mode,
                    0 if is_folder else (entry.st_ino, entry.st_size, entry.st_mtime_ns),
                )
    return found, read


def take_away(path):
    """Removes what is there, whatever it is."""
    if not os.path.lexists(path):
        return
    if not os.path.isdir(path) or os.path.islink(path):
        os.unlink(path)
        return
    os.chmod(path, 0o755)
    for name in os.listdir(path):
        take_away(f"{path}/{name}")
    os.rmdir(path)


def put_back(path):
    """As it was before the first program, and as if nothing had read it since it was written: then the kernel notes the next time."""
    kept = KEPT + path
    if os.path.isdir(kept) and not os.path.islink(kept):
        if not os.path.isdir(path):
            os.mkdir(path)
        shutil.copystat(kept, path)
        return
    if not os.path.lexists(kept):
        return
    shutil.copy2(kept, path, follow_symlinks=False)
    written = os.lstat(path).st_mtime_ns
    os.utime(path, ns=(written, written), follow_symlinks=False)


def restore(paths):
    """The files as they were before the first program."""
    for root in ROOTS:
        os.chmod(root, 0o755)
    for path in sorted(paths, reverse=True):
        if path not in ROOTS:
            take_away(path)
    for path in sorted(paths):
        put_back(path)
    return look()


def run(language, text):
    if language == "node":
        NODE.run(text)
    else:
        run_forked(language, text)


class Node:
    """One process of Node for all programs, and another one when a program has ended it or does not end."""

    process = None

    def run(self, text):
        if self.process is None:
            self.process = subprocess.Popen(
                ["node", "/run_programs.cjs"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd="/w/p",
                start_new_session=True,
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 22, 1 << 22)),
            )
        try:
            self.process.stdin.write(json.dumps(text).encode() + b"\n")
            self.process.stdin.flush()
            ready, _, _ = select.select([self.process.stdout], [], [], SECONDS)
            if ready and self.process.stdout.readline() == b"done\n":
                return
        except BrokenPipeError:
            pass
        self.end()

    def end(self):
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
        self.process = None


NODE = Node()


def run_forked(language, text):
    """Starts the program in a process group of its own, where it can say nothing, and waits for its end."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            os.setsid()
            os.chdir("/w/p")
            nothing = os.open("/dev/null", os.O_RDWR)
            for number in (1, 2):
                os.dup2(nothing, number)
            resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
            resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 22, 1 << 22))
            signal.alarm(SECONDS)
            if language == "python3":
                os.dup2(nothing, 0)
                sys.argv = ["-", "a", "b", "d/a"]
                exec(compile(text, "<stdin>", "exec"), {"__name__": "__main__", "__builtins__": __builtins__})
            elif language == "bash":
                os.dup2(nothing, 0)
                os.execvp("bash", ["bash", "-c", text])
            code = 0
        finally:
            os._exit(code)
    os.waitpid(child, 0)
    try:
        os.killpg(child, signal.SIGKILL)
    except ProcessLookupError:
        pass


def main(language, programs):
    for root in ROOTS:
        os.makedirs(root, exist_ok=True)
        shutil.copytree(root, KEPT + root, symlinks=True)
    before, unread = restore(look()[0])
    for text in programs:
        run(language, text)
        for folder in ROOTS:
            if not os.access(folder, os.R_OK | os.X_OK):
                os.chmod(folder, 0o755)
        after, used = look()
        changed = [path for path, is_now in after.items() if before.get(path) != is_now]
        gone = [path for path in before if path not in after]
        read = [path for path, is_now in used.items() if unread.get(path, is_now) != is_now and unread[path][0] == is_now[0]]
        print(json.dumps({"writes": changed, "deletes": gone, "reads": read}), flush=True)
        touched = {*changed, *gone, *read}
        if touched:
            within = {path for path in before for one in touched if path.startswith(f"{one}/")}
            before, unread = restore(touched | within)


with open(sys.argv[2], encoding="utf-8") as given:
    main(sys.argv[1], json.load(given))
