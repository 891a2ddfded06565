// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the rows are shell text
import type { HookCase, HookInputCase } from "@hasna/hooks-registry";

/** Name, command, folder it runs in (a project outside the roots when not given). */
type Row = readonly [name: string, command: string, cwd?: string];

const checkout = "~/workspace/repos/app";

function denied(rule: string, rows: readonly Row[]): readonly HookCase[] {
  return rows.map(([name, command, cwd]) => ({
    name,
    command,
    want: "deny",
    rule: `workspace-repos-guard/${rule}`,
    ...(cwd === undefined ? {} : { cwd }),
  }));
}

function passing(rows: readonly Row[]): readonly HookCase[] {
  return rows.map(([name, command, cwd]) => ({
    name,
    command,
    want: "none",
    ...(cwd === undefined ? {} : { cwd }),
  }));
}

const byPath = denied("delete", [
  ["a folder in a checkout", "rm -rf ~/workspace/repos/x/build"],
  ["a checkout itself", "rm -rf ~/workspace/repos/x"],
  ["a clone", "rm -rf ~/.hasna/repos/clones/x"],
  ["the root of the checkouts", "rm -rf ~/workspace/repos"],
  ["the root of the clones", "rm -rf ~/.hasna/repos/clones"],
  ["everything in the root", "rm -rf ~/workspace/repos/*"],
  ["with a dot in the path", "rm -rf ~/workspace/./repos/x"],
  ["with two slashes", "rm -rf ~/workspace//repos"],
  ["with quotes in the path", 'rm -rf ~/"workspace"/repos'],
  ["through a detour", "rm -rf ../workspace/repos/x"],
  ["by the home's path", "rm -rf {home}/workspace/repos/x"],
  ["by $HOME", "rm -rf $HOME/workspace/repos/x"],
  ["by ${HOME}", 'rm -rf "${HOME}/workspace/repos/x"'],
  ["with a variable below", 'rm -rf ~/workspace/repos/"$NAME"'],
  ["through a variable", "D=~/workspace/repos/x; rm -rf $D"],
  ["among other operands", "rm -rf /tmp/x ~/workspace/repos/x"],
  ["behind another command", "git pull && rm -rf ~/workspace/repos/x"],
  ["by rmdir", "rmdir ~/workspace/repos/x"],
  ["by unlink", "unlink ~/workspace/repos/x/f"],
  ["by shred", "shred -u ~/workspace/repos/x/f"],
  ["by find -delete", "find ~/workspace/repos -name '*.o' -delete"],
  ["by find -exec", "find ~/workspace/repos/x -name '*.o' -exec rm {} +"],
  ["by git in a folder", "git -C ~/workspace/repos/x clean -fdx"],
  ["by git rm in a folder", "git -C ~/workspace/repos/x rm -r old"],
  ["by rsync", "rsync -a --delete empty/ ~/workspace/repos/x/"],
  ["by a string", "bash -c 'rm -rf ~/workspace/repos/x'"],
  ["in a substitution", "echo $(rm -rf ~/workspace/repos/x)"],
  ["by python", `python3 -c 'import shutil; shutil.rmtree("{home}/workspace/repos/x")'`],
  ["by a trash: it would leave the checkout as well", "trash put ~/workspace/repos/x"],
  ["a worktree", "git worktree remove ~/workspace/repos/app-fix"],
  ["with sudo", "sudo rm -rf ~/workspace/repos/x"],
]);

const fromInside = denied("delete", [
  ["a relative folder", "rm -rf build", checkout],
  ["in quotes", 'rm -rf "build"', checkout],
  ["with errors hidden", "rm -rf build 2>/dev/null", checkout],
  ["with output hidden", "rm -rf build > /dev/null", checkout],
  ["in the background", "rm -rf build &", checkout],
  ["beside one elsewhere", "rm -rf build /tmp/x", checkout],
  ["a pattern", "rm -f *.log", checkout],
  ["from a clone", "rm x", "~/.hasna/repos/clones/app"],
  ["git clean", "git clean -fdx", checkout],
  ["git rm", "git rm old.txt", checkout],
  ["find without a folder", "find . -name '*.tmp' -delete", checkout],
  ["a neighbour of the checkout", "rm -rf ../other", checkout],
  ["after cd into the root", "cd ~/workspace && rm -rf repos"],
  ["after cd into a checkout", 'cd ~/workspace/repos && rm -rf "app"'],
  ["after cd that may fail", "cd ~/workspace/repos/app; rm -rf build"],
  ["in a subshell", "(cd ~/workspace/repos/app && rm -rf build)"],
]);

const ancestors = denied("ancestor", [
  ["the folder above the checkouts", "rm -rf ~/workspace"],
  ["all of the folder above", "rm -rf ~/workspace/*"],
  ["a pattern that finds it", "rm -rf ~/work*"],
  ["all of the home", "rm -rf ~/*"],
  ["the home", "rm -rf ~"],
  ["the root", "rm -rf /"],
  ["a variable below the folder above", 'rm -rf ~/workspace/"$NAME"'],
  ["find from the folder above", "find ~/workspace -name '*.tmp' -delete"],
]);

const unknown = denied("unknown-operand", [
  ["a variable, from a checkout", 'rm -rf "$DIR"', checkout],
  ["xargs, from a checkout", "git ls-files -o | xargs rm", checkout],
  ["find -exec in a string, from a checkout", "ls | xargs -n1 unlink", checkout],
]);

const unreadable = denied("unreadable", [["an open quote", "rm -rf 'build", checkout]]);

const harmless = passing([
  ["listing", "ls ~/workspace/repos 2>/dev/null"],
  ["listing into a file", "ls ~/workspace/repos > out"],
  ["searching", "grep -rn foo ~/workspace/repos 2>/dev/null"],
  ["printing the path", "echo ~/workspace/repos"],
  ["copying out", "cp ~/workspace/repos/README.md /tmp/"],
  ["reading through a pipe", "cat ~/workspace/repos/other/x | tee o"],
  ["searching for rm", "grep ' rm ' ~/workspace/repos/app/Makefile"],
  ["a commit message", "git commit -m rm", checkout],
  ["a branch's name", "git checkout clean-up", checkout],
  ["a word for git log", "git log --oneline clean", checkout],
  ["a dry run", "git clean -nfd", checkout],
  ["the index alone", "git rm --cached f", checkout],
  ["building", "cargo build && npm test", checkout],
  ["a folder elsewhere, from a checkout", "rm -rf /tmp/y", checkout],
  ["a folder elsewhere, from a checkout that was left", "cd /tmp && rm -rf y", checkout],
  ["a project folder", "rm -rf build"],
  ["a folder whose name only begins alike", "rm -rf ~/workspace/repos-old"],
  ["a variable, from elsewhere", 'rm -rf "$DIR"'],
  ["a variable below the home", 'rm -rf ~/"$NAME"'],
  ["here-document data", "cat > notes <<EOF\nrm -rf ~/workspace/repos/x\nEOF"],
  ["a comment", "ls # rm -rf ~/workspace/repos"],
  ["another machine's folder", "ssh host 'rm -rf /home/u/workspace/repos/x'"],
  ["an open quote far away", "rm -rf 'build"],
]);

export const cases: readonly HookCase[] = [
  ...byPath,
  ...fromInside,
  ...ancestors,
  ...unknown,
  ...unreadable,
  ...harmless,
];

/** Rows about the call around the command. */
export const inputs: readonly HookInputCase[] = [
  { name: "a call without a command is the other guard's", input: { toolInput: {} }, want: "none" },
  {
    name: "another tool is none of its business",
    input: { tool: "Read", toolInput: { command: "rm x" } },
    want: "none",
  },
  {
    name: "another event is none of its business",
    input: { event: "PostToolUse", toolInput: { command: "rm -rf ~/workspace/repos/x" } },
    want: "none",
  },
  {
    name: "an unknown folder does not hide an absolute path",
    input: { cwd: undefined, toolInput: { command: "rm -rf ~/workspace/repos/x" } },
    want: "deny",
    rule: "workspace-repos-guard/delete",
  },
];
