import type { CodeArea } from "./code-row.js";

const LOST = "What it may have denied is denied until it can be read.";

export const PLACE_CODES: CodeArea = {
  area: "Files, folders and trust",
  rows: [
    {
      code: "not-found",
      severities: ["error"],
      title: "a file or folder that is not there",
      means: `A place that was named does not exist, or a link leads nowhere. ${LOST}`,
      cure: "Correct the path, or repair or remove the link.",
    },
    {
      code: "not-a-file",
      severities: ["error"],
      title: "something that is not a regular file",
      means: `A pipe, a device or a folder has the name of a policy file. ${LOST}`,
      cure: "Remove it, or name it differently.",
    },
    {
      code: "unreadable",
      severities: ["error"],
      title: "a file that may not be read",
      means: `The system refuses to read it. ${LOST}`,
      cure: "Check owner and mode of the file and of the folders above it.",
    },
    {
      code: "not-read",
      severities: ["error", "warning"],
      title: "a file that looks like a policy and is not read",
      means:
        "The file is in a folder of policies, but its ending or its place is not one that is read: nothing in it is in force.",
      cure: "Rename or move it as the message says.",
    },
    {
      code: "odd-ending",
      severities: ["warning"],
      title: "a file name whose ending has capitals",
      means: "The file is read here, and other tools and systems may pass it over.",
      cure: "Rename it, with the ending in small letters.",
    },
    {
      code: "path-outside-root",
      severities: ["error"],
      title: "a link that leads out of its place",
      means: `The files of a project are in the project. A link to elsewhere could put another user's file in force. ${LOST}`,
      cure: "Put the files there, or name them on the command line.",
    },
    {
      code: "symlink",
      severities: ["error"],
      title: "a link where a file is expected",
      means: `Here links are not followed, because they can be turned to another file while it is read. ${LOST}`,
      cure: "Put the file itself there.",
    },
    {
      code: "changing",
      severities: ["error"],
      title: "a file that changes while it is read",
      means: `What was read is neither the old nor the new file. ${LOST}`,
      cure: "Try again when it is saved; replace files with a rename.",
    },
    {
      code: "no-home",
      severities: ["error"],
      title: "no home folder",
      means:
        "The home folder is not an absolute path, so `~` leads nowhere and the user's policies cannot be found.",
      cure: "Set `HOME`.",
    },
    {
      code: "writable-by-others",
      severities: ["warning"],
      title: "policies that every user may change",
      means: "Every user of this machine may change the file or its folder, and so what agents may do.",
      cure: "`chmod o-w` the file or the folder.",
    },
    {
      code: "bad-place",
      severities: ["error"],
      title: "a place that cannot hold policies",
      means: `The configuration names a place that is not allowed for it. ${LOST}`,
      cure: "Name a place as the message says.",
    },
    {
      code: "unknown-place",
      severities: ["error"],
      title: "a file of which it is not known where it came from",
      means: "Without its place it cannot be told whose the file is, so it is not loaded.",
      cure: "Please report this: it is a defect.",
    },
    {
      code: "not-organisation",
      severities: ["error"],
      title: "a file of the organisation that others can write",
      means:
        "The file is in the organisation's folder, and is not owned by root, or others may write it. It is not loaded.",
      cure: "`chown root` and `chmod go-w` the file and its folders, or sign it.",
    },
    {
      code: "not-signed",
      severities: ["error"],
      title: "a file without a valid signature",
      means:
        "A key is pinned, and this file has no signature of it, or one that does not fit: it is not loaded.",
      cure: "Sign it with `gatehouse sign`, or install the organisation's files again.",
    },
    {
      code: "organisation-missing",
      severities: ["error"],
      title: "a key is pinned, and the organisation's files are gone",
      means: "Someone has removed the folder, or it was never installed. Gating events are denied.",
      cure: "Put the organisation's files back, or remove the pinned key.",
    },
    {
      code: "bad-key",
      severities: ["error"],
      title: "pinned keys that cannot be used",
      means:
        "The file of keys cannot be read, holds none, or can be written by others. Signed files are not loaded.",
      cure: "Pin the public key of the organisation again.",
    },
    {
      code: "bad-settings",
      severities: ["error", "notice"],
      title: "settings that cannot be used",
      means: "A settings file of Gatehouse is not what it should be. The stricter meaning is in force.",
      cure: "Correct the file as the message says.",
    },
    {
      code: "enforcement-claimed",
      severities: ["warning", "notice"],
      title: "a file that claims to be enforced",
      means:
        "Only the place that a file is loaded from makes it the organisation's. The claim has no effect.",
      cure: "Remove the claim, or ask the organisation to publish the file.",
    },
    {
      code: "enforced-shadowed",
      severities: ["warning", "notice"],
      title: "a policy with the name of an enforced one",
      means: "An enforced policy cannot be replaced or switched off. Both are in force.",
      cure: "Give the policy another name.",
    },
    {
      code: "trust-unreadable",
      severities: ["error", "notice"],
      title: "the list of trusted files cannot be read",
      means: "It is damaged, too large, or the system refuses it. No project's file is taken as trusted.",
      cure: "Look at the file that the message names; trust files again with `gatehouse trust`.",
    },
    {
      code: "trust-unsafe",
      severities: ["error", "notice"],
      title: "the list of trusted files can be written by others",
      means: "Another user could add a file to it. No project's file is taken as trusted.",
      cure: "Take the file back (`chown`, `chmod go-w`), and trust files again.",
    },
    {
      code: "file-trusted",
      severities: ["notice"],
      title: "a file was trusted",
      means: "A note of the audit trail: the user has trusted this file with exactly this content.",
      cure: "No action is needed; `gatehouse trust --remove` takes it back.",
    },
    {
      code: "code-answered",
      severities: ["notice"],
      title: "a person has answered for a project's own code",
      means:
        "A note of the audit trail: the own code of the project at this path may run, as it is defined by files with this hash together.",
      cure: "No action is needed; `gatehouse trust --code --remove` takes it back.",
    },
  ],
};
