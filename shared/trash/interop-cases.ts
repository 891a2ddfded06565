/**
 * Our trash in the hands of other programs, and theirs in ours. Each row is a shell script in a mount namespace, as in
 * mount-cases.ts; `needs` are the programs that must be there.
 */
export interface InteropCase {
  readonly name: string;
  readonly needs: readonly string[];
  readonly script: string;
  readonly prints: string;
}

const HELPERS = `set +e
export XDG_RUNTIME_DIR="$W/run"; mkdir -p -m 700 "$XDG_RUNTIME_DIR"; unset DISPLAY DBUS_SESSION_BUS_ADDRESS
cat > "$W/bus.conf" <<C
<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:path=$XDG_RUNTIME_DIR/bus</listen><standard_session_servicedirs/><policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>
C
desktop() { dbus-run-session --config-file="$W/bus.conf" -- sh -c "$1" 2> /dev/null; }
F="$W/files"; mkdir "$F"; cd "$F"
odd() { echo 1 > plain; echo 2 > 'sp %\u00e9'; mkdir dir; echo 3 > dir/in; ln -s nowhere dangling; ln -s dir dirlink; printf x > "$(printf 'new\\nline')"; printf y > "$(printf 'not\\377utf')"; }

all() { find . -mindepth 1 | LC_ALL=C sort | od -An -c | tr -d ' \\n'; }
delete_all() { "$T" guard -rf -- *; }
T_HOME="$HOME/.local/share/Trash"
`;

export function interopScript(row: InteropCase): string {
  return HELPERS + row.script;
}

export const INTEROP_CASES: readonly InteropCase[] = [
  {
    name: "Debian's trash-cli lists all we put, with place and date",
    needs: ["trash-list"],
    script: `odd; delete_all; trash-list | grep -c "^$(date +%Y)-.* $F/"; trash-list | sed 's/^.* //' | grep -c files/plain`,
    prints: "7\n1\n",
  },
  {
    // It decodes a name that is not UTF-8 with a replacement character and makes that file: its mistake, so not asked for.
    name: "trash-cli restores all we put",
    needs: ["trash-restore"],
    script: `odd; rm not*utf; before=$(all); delete_all; for i in 1 2 3 4 5 6; do echo 0 | trash-restore > /dev/null; done
test "$before" = "$(all)" && echo same; ls -A "$T_HOME/files" "$T_HOME/info" | grep -c plain`,
    prints: "same\n0\n",
  },
  {
    name: "trash-cli empties what we put",
    needs: ["trash-empty"],
    script: `odd; delete_all; trash-empty; find "$T_HOME/files" "$T_HOME/info" -mindepth 1 | wc -l`,
    prints: "0\n",
  },
  {
    name: "we list and restore what trash-cli put",
    needs: ["trash-put"],
    script: `odd; rm -f not*utf; before=$(all); trash-put -- *; "$T" list --json | grep -o '"total":[0-9]*'
"$T" restore "$F/plain" "$F/sp %\u00e9" "$F/dir" "$F/dangling" "$F/dirlink" "$(printf '%s/new\\nline' "$F")" > /dev/null; echo "$?"
test "$before" = "$(all)" && echo same`,
    prints: '"total":6\n0\nsame\n',
  },
  {
    name: "our gc never touches what another program put; purge by name does",
    needs: ["trash-put"],
    script: `echo x > a; trash-put a; sed -i 's/^DeletionDate=.*/DeletionDate=2001-01-01T00:00:00/' "$T_HOME/info/a.trashinfo"; "$T" gc; ls "$T_HOME/files"; "$T" purge a --yes > /dev/null; echo "$?"; ls -A "$T_HOME/files" | wc -l`,
    prints: "Nothing had to go.\na\n0\n0\n",
  },
  {
    name: "on another mount: trash-cli lists and restores ours, and we theirs",
    needs: ["trash-list", "trash-put", "trash-restore"],
    script: `mkdir "$W/m"; mount -t tmpfs none "$W/m"; cd "$W/m"; echo 1 > ours; echo 2 > theirs
"$T" guard ours; trash-put theirs; trash-list | sed 's/^[^/]*//' | sort | sed "s|$W|W|"; echo 0 | trash-restore "$W/m/ours" > /dev/null; "$T" restore theirs > /dev/null; cat ours theirs`,
    prints: "W/m/ours\nW/m/theirs\n1\n2\n",
  },
  {
    name: "GNOME shows all we put, with the place each came from",
    needs: ["gio", "dbus-run-session"],
    script: `odd; delete_all; desktop 'gio trash --list | wc -l; gio trash --list | grep -c "files/plain$"; gio list -a trash::deletion-date trash:/// | grep -c "deletion-date=$(date +%Y)"'`,
    prints: "7\n1\n7\n",
  },
  {
    name: "GNOME restores one of ours, and empties the rest",
    needs: ["gio", "dbus-run-session"],
    script: `odd; delete_all; desktop 'gio trash --restore "trash:///$(gio list trash:/// | grep plain)"; cat plain; gio trash --empty; sleep 0.2'; find "$T_HOME/files" "$T_HOME/info" -mindepth 1 | wc -l`,
    prints: "1\n0\n",
  },
  {
    name: "we list and restore what GNOME put",
    needs: ["gio", "dbus-run-session"],
    script: `odd; before=$(all); desktop 'gio trash -- *'; ls -A | wc -l; "$T" list --json | grep -o '"total":[0-9]*'
"$T" restore "$F/plain" "$F/sp %\u00e9" "$F/dir" "$F/dangling" "$F/dirlink" "$(printf '%s/new\\nline' "$F")" "$(printf '%s/not\\377utf' "$F")" > /dev/null; echo "$?"; test "$before" = "$(all)" && echo same`,
    prints: '0\n"total":7\n0\nsame\n',
  },
  {
    name: "orphans of others: content without info and info without content are told apart",
    needs: ["trash-put"],
    script: `echo x > a; trash-put a; echo x > b; trash-put b; rm "$T_HOME/info/a.trashinfo" "$T_HOME/files/b"; "$T" list --orphans | sed 's/  .*//' | sort; "$T" list`,
    prints:
      "\n'trash doctor --fix' puts right what can be put right.\nWHAT\ncontent without a place\nplace without content\nThe trash is empty.\n",
  },
];
