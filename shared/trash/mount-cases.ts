/**
 * Hard cases that need mounts of their own. Each row is a shell script that runs as root in a mount namespace where only
 * `$W` can be written; `$T` is the program, `$HOME` a folder in `$W`. What it prints is the answer.
 */
export interface MountCase {
  readonly name: string;
  readonly script: string;
  readonly prints: string;
}

/** Entries of a trash folder, without the random part of their names. */
const PAYLOADS = `payloads() { ls -A "$1/files" 2>/dev/null | sed 's/\\.[0-9a-z]\\{15\\}-[0-9]*$//' | sort | tr '\\n' ' '; echo; }
as_nobody() { setpriv --reuid=65534 --regid=65534 --clear-groups env HOME="$HOME" "$@"; }
tmpfs() { mkdir -p "$W/$1"; mount -t tmpfs -o "\${2:-size=8m}" none "$W/$1"; }
set +e
cd "$W"
`;

export function scriptOf(row: MountCase): string {
  return PAYLOADS + row.script;
}

export const MOUNT_CASES: readonly MountCase[] = [
  {
    name: "another mount: the trash at its top, paths relative to it, undo brings it back",
    script: `tmpfs m; echo x > m/f
"$T" guard m/f; echo "$?"
payloads m/.Trash-0; grep ^Path m/.Trash-0/info/*; stat -c %a m/.Trash-0 m/.Trash-0/files; cat m/.Trash-0/.gitignore
"$T" undo > /dev/null; cat m/f`,
    prints: "0\nf \nPath=f\n700\n700\n*\nx\n",
  },
  {
    name: "a bind mount of the same device: the kernel refuses the rename, and the entry is listed once",
    script: `mkdir src; echo x > src/f; mkdir b; mount --bind src b
"$T" guard b/f; echo "$?"; payloads b/.Trash-0
"$T" list --json | grep -o '"total":[0-9]*'
"$T" undo > /dev/null; cat b/f`,
    prints: '0\nf \n"total":1\nx\n',
  },
  {
    name: "an overlay: a folder from the image is taken apart, 300 files, one entry, all come back",
    script: `tmpfs o size=64m; mkdir -p o/lower/d/s o/upper o/work o/all
i=0; while [ $i -lt 300 ]; do echo $i > o/lower/d/$i; i=$((i+1)); done; ln -s 1 o/lower/d/s/l
mount -t overlay overlay -o lowerdir=o/lower,upperdir=o/upper,workdir=o/work o/all || echo "no overlay"
export HOME="$W/o/all/home"; mkdir "$HOME"
"$T" guard -rf o/all/d; echo "$?"; test -e o/all/d || echo gone
ls "$HOME/.local/share/Trash/info" | wc -l; grep -c Partial "$HOME"/.local/share/Trash/info/*
"$T" undo > /dev/null; ls o/all/d | wc -l; cat o/all/d/299; readlink o/all/d/s/l`,
    prints: "0\ngone\n1\n0\n301\n299\n1\n",
  },
  {
    name: "a mount inside the tree: the rest goes to the trash, the mount and its content stay",
    script: `mkdir -p d/in d/sub; echo 1 > d/a; echo 2 > d/sub/b; mount -t tmpfs none d/in; echo keep > d/in/k
"$T" guard -rf d 2> /dev/null; echo "$?"
find d | sort; cat d/in/k
"$T" undo > /dev/null; find d | sort`,
    prints: "1\nd\nd/in\nd/in/k\nkeep\nd\nd/a\nd/in\nd/in/k\nd/sub\nd/sub/b\n",
  },
  {
    name: "the words for it are those of rm",
    script: `mkdir -p d/in; echo 1 > d/a; mount -t tmpfs none d/in
"$T" guard -rf d 2>&1; "$T" guard -rf --one-file-system d 2>&1; "$T" guard -r --preserve-root=all d/in 2>&1`,
    prints:
      "rm: cannot remove 'd/in': Device or resource busy\n" +
      "rm: skipping 'd/in', since it's on a different device\n" +
      "rm: skipping 'd/in', since it's on a different device\nrm: and --preserve-root=all is in effect\n",
  },
  {
    name: "a mount point as operand: refused, nothing in it is touched",
    script: `tmpfs m; echo x > m/f; "$T" guard -rf m 2>&1; echo "$?"; ls -A m`,
    prints: "rm: cannot remove 'm': Device or resource busy\n1\nf\n",
  },
  {
    name: "a mount inside an entry: purge refuses, and its content stays",
    script: `mkdir -p d/in; "$T" guard -rf d; p=$(echo "$HOME"/.local/share/Trash/files/*); mount -t tmpfs none "$p/in"; echo keep > "$p/in/k"
"$T" purge "$W/d" --yes 2>&1; echo "$?"; cat "$p/in/k"; "$T" empty --yes > /dev/null 2>&1; cat "$p/in/k"
umount "$p/in"; "$T" purge "$W/d" --yes > /dev/null; echo "$?"; payloads "$HOME/.local/share/Trash"`,
    prints:
      "deleted 0 of 1 item (4.0 KiB)\ntrash: cannot delete ~W/d/: a file system is mounted in it; unmount it first\n1\nkeep\nkeep\n0\n\n",
  },
  {
    name: "the caller's own folder: it is really gone, and the shell does not stand in the trash",
    script: `mkdir -p d/e/f; echo x > d/e/g; cd d/e
"$T" guard -rf "$W/d"; echo "$?"; touch new 2>/dev/null || echo "cannot touch"; ls -A ..
cd "$W"; "$T" undo > /dev/null; find d | sort`,
    prints: "0\ncannot touch\nd\nd/e\nd/e/f\nd/e/g\n",
  },
  {
    name: "a shared trash with the sticky bit is used",
    script: `tmpfs m; mkdir m/.Trash; chmod 1777 m/.Trash; echo x > m/f
"$T" guard m/f; echo "$?"; payloads m/.Trash/0; test -e m/.Trash-0 || echo "no other"`,
    prints: "0\nf \nno other\n",
  },
  {
    name: "a shared trash without the sticky bit, or as a link, is not",
    script: `tmpfs m; mkdir m/.Trash; chmod 777 m/.Trash; echo x > m/f; "$T" guard m/f; payloads m/.Trash-0; ls -A m/.Trash
tmpfs n; mkdir n/real; chmod 1777 n/real; ln -s real n/.Trash; echo x > n/f; "$T" guard n/f; payloads n/.Trash-0; ls -A n/real`,
    prints: "f \nf \n",
  },
  {
    name: "a planted link in the place of our trash is not followed: the file is copied home",
    script: `tmpfs m; tmpfs evil; mkdir -p evil/files evil/info; ln -s "$W/evil" m/.Trash-0; echo x > m/f
"$T" guard m/f; echo "$?"; ls -A evil/files evil/info; payloads "$HOME/.local/share/Trash"; "$T" undo > /dev/null; cat m/f`,
    prints: "0\nevil/files:\n\nevil/info:\nf \nx\n",
  },
  {
    name: "no trash can be made on the mount: a verified copy at home, and back",
    script: `tmpfs m; mkdir -p m/d/s; echo x > m/d/f; ln m/d/f m/d/hard; ln -s f m/d/l; mkfifo m/d/p; chown -R 65534:65534 m/d; chown 65534 "$HOME"; chmod 777 "$W"
mkdir m/box; mv m/d m/box; chown 65534 m/box; chmod 755 m
as_nobody "$T" guard -rf m/box/d; echo "$?"; test -e m/box/d || echo gone; payloads "$HOME/.local/share/Trash"; ls -A m
as_nobody "$T" undo > /dev/null; echo "$?"; stat -c '%n %h %F' m/box/d/f m/box/d/l m/box/d/p; ls -A "$HOME/.local/share/Trash/files"; ls -A m/box`,
    prints: "0\ngone\nd \nbox\n0\nm/box/d/f 2 regular file\nm/box/d/l 1 symbolic link\nm/box/d/p 1 fifo\nd\n",
  },
  {
    name: "too large to copy: refused with the way forward, and untouched",
    script: `tmpfs m; head -c 3000000 /dev/zero > m/f; chmod 755 m; chown 65534 m/f "$HOME"; mkdir m/box; mv m/f m/box/f; chown 65534 m/box
as_nobody "$T" config set copyMaxBytes 1MiB > /dev/null; as_nobody "$T" guard m/box/f 2>&1 | cut -c1-86; ls m/box`,
    prints: "rm: cannot remove 'm/box/f': it is on another file system than the trash, and 2.9 MiB \nf\n",
  },
  {
    name: "a read-only file system: missing is missing, present is refused",
    script: `tmpfs m; echo x > m/f; mount -o remount,ro m
"$T" guard -f m/nope; echo "$?"; "$T" guard -f m/f 2>&1; echo "$?"`,
    prints: "0\nrm: cannot remove 'm/f': Read-only file system\n1\n",
  },
  {
    name: "a full disk: the ballast gives room for one more, and then old entries do",
    script: `tmpfs m size=1m; echo first > m/1; echo second > m/2; head -c 100000 /dev/zero > m/old; "$T" guard m/old
cat /dev/zero > m/fill 2>/dev/null; "$T" guard m/1; echo "$?"; test -e m/1 || echo gone
cat /dev/zero >> m/fill 2>/dev/null; "$T" guard m/2; echo "$?"; test -e m/2 || echo gone
find m -name '*.trashinfo' -empty | wc -l`,
    prints: "0\ngone\n0\ngone\n0\n",
  },
  {
    name: "no inodes left: the same",
    script: `tmpfs m size=1m,nr_inodes=24; echo x > m/1; "$T" guard m/1; echo x > m/2; i=0; while echo > m/x$i; do i=$((i+1)); done 2>/dev/null
"$T" guard m/2; echo "$?"; test -e m/2 || echo gone`,
    prints: "0\ngone\n",
  },
  {
    name: "/tmp in memory: a folder of the user's own at its top, closed to others",
    script: `tmpfs t; chmod 1777 t; chown 65534 "$HOME"; as_nobody sh -c 'echo x > t/f'
as_nobody "$T" guard t/f; echo "$?"; stat -c '%a %u' t/.Trash-65534; payloads t/.Trash-65534`,
    prints: "0\n700 65534\nf \n",
  },
  {
    name: "the trash itself, what is in it, and what holds it: refused",
    script: `echo x > f; "$T" guard f; cd "$HOME"; for o in .local/share/Trash .local/share/Trash/files .local/share .local; do "$T" guard -rf "$o" 2>&1 | sed 's/.*: //' | cut -c1-28; done
tmpfs m; echo x > "$W/m/f"; "$T" guard "$W/m/f"; "$T" guard -rf "$W/m/.Trash-0" 2>&1 | sed 's/.*: //' | cut -c1-28; mkdir "$W/alias"; mount --bind "$HOME/.local/share" "$W/alias"; "$T" guard -rf "$W/alias/Trash" 2>&1 | sed 's/.*: //' | cut -c1-28
payloads .local/share/Trash`,
    prints: `${"it is part of the trash; use\n".repeat(2)}${"it is protected (it is or ho\n".repeat(2)}${"it is part of the trash; use\n".repeat(2)}f \n`,
  },
  {
    name: "a tree deeper than a path may be: deleted, listed, purged",
    script: `mkdir deep; p=$(printf 'dddddddddddddddddddd/%.0s' $(seq 100)); (cd deep; for i in 1 2 3 4 5 6; do mkdir -p "$p" && cd -P "$p" || exit; done; echo x > f)
"$T" guard -rf deep; echo "$?"; "$T" purge "$W/deep" --yes > /dev/null; echo "$?"; find "$HOME/.local/share/Trash/files" "$HOME/.local/share/Trash/expunged" -mindepth 1 | wc -l`,
    prints: "0\n0\n0\n",
  },
  {
    name: "no HOME: the user database names it, and where that cannot be written the mount's top serves",
    script: `echo x > f; env -u HOME "$T" guard f; echo "$?"; payloads .Trash-0; echo x > g; env -i "$T" guard g; echo "$?"; payloads .Trash-0`,
    prints: "0\nf \n0\nf g \n",
  },
  {
    name: "an empty or a relative HOME counts as none, and no folder of that name is made",
    script: `for h in "" rel . ./rel; do echo x > f; HOME=$h "$T" guard f; echo "$?"; HOME=$h "$T" undo > /dev/null; cat f; done; ls -A`,
    prints: `${"0\nx\n".repeat(4)}.Trash-0\nf\nhome\n`,
  },
  {
    name: "without /proc the runtime does not start, and nothing is deleted",
    script: `mkdir e; umount -l /proc; "$T" guard -rf e > /dev/null 2>&1; test -e e && echo kept`,
    prints: "kept\n",
  },
  {
    name: "names of 255 bytes, also of characters of three bytes, come back whole",
    script: `long=$(printf 'a%.0s' $(seq 255)); wide=$(printf '\\342\\202\\254%.0s' $(seq 85)); echo 1 > "$long"; echo 2 > "$wide"
"$T" guard "$long" "$wide"; echo "$?"; "$T" undo > /dev/null; echo "$?"; cat "$long" "$wide"`,
    prints: "0\n0\n1\n2\n",
  },
  {
    name: "names and folders that are not UTF-8",
    script: `bad=$(printf 'a\\377b'); mkdir "$bad"; echo x > "$bad/$bad"; cd "$bad"; "$T" guard -f "$bad"; echo "$?"; ls -A | wc -l
"$T" undo > /dev/null; echo "$?"; cat "$bad"; cd ..; "$T" guard -rf "$bad"; "$T" restore "$W/$bad" > /dev/null; echo "$?"; cat "$bad/$bad"; "$T" put "$bad"/* > /dev/null; "$T" list --json | grep -c pathBytes`,
    prints: "0\n0\n0\nx\n0\nx\n1\n",
  },
  {
    name: "hostile settings of a project change nothing",
    script: `mkdir p; cd p; printf 'XDG_DATA_HOME=%s/evil\\nHOME=%s/evil\\n' "$W" "$W" > .env; printf 'preload = ["./evil.ts"]\\n' > bunfig.toml; echo 'require("fs").writeFileSync("'$W'/ran", "")' > evil.ts
echo x > f; "$T" guard f; echo "$?"; test -e ../ran || echo "did not run"; test -e ../evil || echo "not moved"; payloads "$HOME/.local/share/Trash"`,
    prints: "0\ndid not run\nnot moved\nf \n",
  },
  {
    name: "the setting stores: a trash of the user's own on a mount whose top is somebody else's",
    script: `tmpfs m; chmod 755 m; mkdir m/box m/mine; echo x > m/box/f; echo y > m/box/g; chown -R 65534:65534 m/box m/mine "$HOME"
as_nobody "$T" config set stores '["'$W'/m/mine/trash"]' > /dev/null; as_nobody "$T" guard m/box/f; echo "$?"; payloads m/mine/trash; payloads "$HOME/.local/share/Trash"
as_nobody "$T" guard -rf m/mine/trash 2>&1 | sed 's/.*: //' | cut -c1-28; as_nobody "$T" config unset stores > /dev/null
as_nobody "$T" list --json | grep -o '"total":[0-9]*'; as_nobody "$T" undo > /dev/null; cat m/box/f
chmod 777 m/mine/trash; as_nobody "$T" config set stores '["'$W'/m/mine/trash"]' > /dev/null; as_nobody "$T" guard m/box/g; echo "$?"; payloads m/mine/trash; payloads "$HOME/.local/share/Trash"`,
    prints: '0\nf \n\nit is part of the trash; use\n"total":1\nx\n0\n\ng \n',
  },
  {
    name: "the setting crossMounts: a tree that holds a mount is left alone as a whole",
    script: `mkdir -p d/in d/sub; echo 1 > d/a; mount -t tmpfs none d/in; echo keep > d/in/k; "$T" config set crossMounts refuse > /dev/null
"$T" guard -rf d 2>&1 | cut -c1-60; "$T" guard -rf d/sub; echo "$?"; find d | sort; umount d/in; "$T" guard -rf d; echo "$?"; payloads "$HOME/.local/share/Trash"`,
    prints:
      "rm: cannot remove 'd': a file system is mounted in it; unmou\n0\nd\nd/a\nd/in\nd/in/k\n0\nd sub \n",
  },
  {
    name: "root, home and system folders in every spelling: refused after expansion",
    script: `mkdir -p "$HOME/.ssh" "$HOME/p"; echo k > "$HOME/.ssh/key"; ln -s .ssh "$HOME/s"; ln -s "$HOME" h; UNSET=
no() { "$T" guard -rf --no-preserve-root "$@" 2>&1 | grep -c 'cannot remove\\|dangerous\\|refusing'; }
no / ; no $UNSET/etc; no "$HOME"; no "$HOME/"; no "$HOME/p/.." ; no "$HOME//p/../../$(basename "$HOME")"; no h/; no "$HOME/.ssh"; no "$HOME/.ssh/key"; no "$HOME/s/key"; no h/.ssh; no /usr/bin/env; no /etc/passwd; no /tmp; no /proc/self
"$T" guard -rf "$HOME/p" "$HOME/s"; echo "$?"; cat "$HOME/.ssh/key"`,
    prints: `${"1\n".repeat(15)}0\nk\n`,
  },
];
