"""Runs batch files by the `cmd.exe` of Wine, each in the same folder with the same files, and says what each changed. Only for a box."""

import json, os, shutil, signal, stat, subprocess, sys, time

ROOT = "/w"
# Where programs cannot get by going up: files before and behind them.
AWAY = "/away"
SECONDS = 15
LIBRARY = "/usr/lib/x86_64-linux-gnu/wine/x86_64-windows"
FILES = {
    "p/a.txt": "1\n",
    "p/b.txt": "x\n",
    "p/c": "2\n",
    "p/k_1.log": "x y\n",
    "p/.env": "K=1\n",
    "p/list.txt": "a.txt\nd\\x\nnew\n",
    "p/s p.txt": "s\n",
    "p/d/x": "x\n",
    "p/d/y.txt": "y\n",
    "p/d/e/f": "z\n",
    "q/z": "z\n",
}


def make(number):
    """What is there before a program. What was written long ago, and read then, too: the kernel notes the next time."""
    root = f"{AWAY}/f/{number}"
    for folder in ("p/d/e", "p/n", "q"):
        os.makedirs(f"{root}/{folder}", exist_ok=True)
    for name, text in FILES.items():
        with open(f"{root}/{name}", "w") as file:
            file.write(text)
        os.utime(f"{root}/{name}", (10**9, 10**9))
    return look(root)


def look(root):
    """Each path with what tells that it was changed, and when it was read last."""
    found = {}
    for folder, folders, files in os.walk(root):
        for name in folders + files:
            path = f"{folder}/{name}"
            entry = os.lstat(path)
            is_folder = stat.S_ISDIR(entry.st_mode)
            kept = () if is_folder else (entry.st_ino, entry.st_size, entry.st_mtime_ns, entry.st_ctime_ns)
            found[path[len(root) :]] = ((entry.st_mode, *kept), entry.st_ino, 0 if is_folder else entry.st_atime_ns)
    return found


def wine(first, count):
    """Starts the programs from this one on, in one process: each in `W:\\t`, which is put there before and away behind."""
    lines = ["@echo off"]
    for i in range(first, count):
        lines += [
            f"ren V:\\f\\{i} t",
            f"move V:\\f\\t W:\\t >nul",
            "if not exist W:\\t\\p exit",
            "setlocal",
            "cd /d W:\\t\\p",
            f"call V:\\x\\{i}.cmd >nul 2>nul <V:\\no",
            "endlocal",
            "cd /d V:\\",
            f"move W:\\t V:\\r\\{i} >nul",
            f"if exist W:\\t exit",
        ]
    with open(f"{AWAY}/driver.cmd", "w") as file:
        file.write("\r\n".join([*lines, ""]))
    return subprocess.Popen(
        ["wine", "cmd", "/c", "V:\\driver.cmd"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=AWAY,
        start_new_session=True,
    )


def stop(process):
    """Ends a process of Wine with all that it has started, and waits until nothing of it runs."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()
    for option in ("-k", "-w"):
        subprocess.run(["wineserver", option], stderr=subprocess.DEVNULL)


def run(count):
    """Runs all. One that ends `cmd` itself, or that does not end, is put away, and the next ones are run by another."""
    done = 0
    while done < count:
        process = wine(done, count)
        until = time.monotonic() + SECONDS
        while process.poll() is None and time.monotonic() < until:
            if os.path.exists(f"{AWAY}/r/{done}"):
                done += 1
                until = time.monotonic() + SECONDS
            else:
                time.sleep(0.01)
        while os.path.exists(f"{AWAY}/r/{done}"):
            done += 1
        if done == count:
            break
        stop(process)
        for here in (f"{ROOT}/t", f"{AWAY}/f/t", f"{AWAY}/f/{done}"):
            if os.path.exists(here) and not os.path.exists(f"{AWAY}/r/{done}"):
                os.rename(here, f"{AWAY}/r/{done}")
        done += 1
    subprocess.run(["wineserver", "-k"], stderr=subprocess.DEVNULL)


def prepare(programs):
    """A prefix that holds nothing: libraries are where the package has them, and nothing is set up at the start."""
    prefix = os.environ["WINEPREFIX"]
    os.makedirs(f"{prefix}/drive_c/windows")
    os.makedirs(f"{prefix}/dosdevices")
    os.symlink(LIBRARY, f"{prefix}/drive_c/windows/system32")
    os.symlink("../drive_c", f"{prefix}/dosdevices/c:")
    os.symlink(ROOT, f"{prefix}/dosdevices/w:")
    os.symlink(AWAY, f"{prefix}/dosdevices/v:")
    with open(f"{prefix}/.update-timestamp", "w") as file:
        file.write("disable\n")
    for folder in ("f", "r", "x"):
        os.makedirs(f"{AWAY}/{folder}")
    with open(f"{AWAY}/no", "w") as file:
        file.write("N\r\n" * 1000)
    for number, text in enumerate(programs):
        with open(f"{AWAY}/x/{number}.cmd", "w", newline="") as file:
            file.write(text + "\r\n")


def main(programs):
    prepare(programs)
    before = [make(number) for number in range(len(programs))]
    run(len(programs))
    for number, were in enumerate(before):
        root = f"{AWAY}/r/{number}"
        now = look(root)
        changed = [f"/w/t{one}" for one, (kept, _, _) in now.items() if one not in were or were[one][0] != kept]
        gone = [f"/w/t{one}" for one in were if one not in now]
        read = [
            f"/w/t{one}"
            for one, (_, node, when) in now.items()
            if one in were and were[one][1] == node and were[one][2] != when
        ]
        folders = [one for one in changed if os.path.isdir(root + one[len("/w/t") :])]
        print(json.dumps({"writes": changed, "deletes": gone, "reads": read, "folders": folders}))


with open(sys.argv[1], encoding="utf-8") as given:
    main(json.load(given))
