/**
 * Programs that run another program, with their option grammars as data. A row is one text, read when the name is met.
 * Sources: the manuals and getopt strings of coreutils 9.1, util-linux 2.38, sudo 1.9.13, opendoas 6.8, findutils 4.9,
 * moreutils, busybox 1.35, strace 6.1, FreeBSD and macOS; the forms were tried against the real programs.
 *
 * A row: its kind, its short options as getopt writes them (`a` no value, `b:` a value, `c::` a value only when
 * attached, `.` none), then (`:2` after a long option: two values):
 *   `--name`, `--name:`, `--name::`  long options, the same way
 *   `!abc`, `!--name`                with this option no command is run
 *   `%a`, `%--name`                  the option moves the command to another root or host
 *   `@a`, `@--name`                  the option's value is the folder the command runs in
 *   `$a`, `$--name`                  the option's value is shell code
 *   `&a`, `&--name`                  with this option there is no shell in between (watch -x)
 *   `<a`, `<--name`                  the option's value is replaced by names from outside (xargs -I)
 *   `/a`, `/--name`                  the option's value is split into words that stand before the rest (env -S)
 *   `+N`                             N operands stand before the command
 *   `=`                              NAME=VALUE words may stand before the command; `==`: options may follow them
 *   `#`                              `-5`, `--5`, `-+5` are options (nice)
 *   `~`                              options are also looked for behind operands
 *   `*`                              the words are joined with blanks and given to a shell
 *   `^`                              the command runs in a folder that the text does not give; `^a`: with this option
 *   `?a`                             the option may or may not take the next word: what follows is not certain
 *   `-long`                          any long option with `=` is one without a command; others are not known
 */
import { exactText } from "./field.ts";
import type { Field, Wrapper } from "./run.ts";

export type OptionShape = "none" | "value" | "attached" | "pair";

export interface WrapperRow {
  readonly kind: Wrapper["kind"];
  readonly short: ReadonlyMap<string, OptionShape>;
  readonly long: ReadonlyMap<string, OptionShape>;
  readonly stops: ReadonlySet<string>;
  readonly elsewhere: ReadonlySet<string>;
  readonly folder: ReadonlySet<string>;
  readonly code: ReadonlySet<string>;
  readonly direct: ReadonlySet<string>;
  readonly replaced: ReadonlySet<string>;
  readonly operands: number;
  readonly assignments: "none" | "before" | "among";
  readonly numeric: boolean;
  readonly permutes: boolean;
  readonly joined: boolean;
  /** The command runs in a folder that the text does not give. */
  readonly movesAway: boolean;
  readonly moves: ReadonlySet<string>;
  readonly uncertain: ReadonlySet<string>;
  readonly splits: ReadonlySet<string>;
  readonly anyLong: boolean;
}

const ROWS: Readonly<Record<string, string>> = {
  sudo: "prefix Aa:BbC:c:D:Eeg:Hh::iKklNnPp:R:r:SsT:t:U:u:Vv --background --edit --set-home --login --remove-timestamp --list --preserve-groups --shell --validate --askpass --bell --help --reset-timestamp --no-update --non-interactive --stdin --version --other-user: --auth-type: --close-from: --login-class: --chdir: --group: --host: --prompt: --chroot: --role: --command-timeout: --type: --user: --preserve-env:: !eKlVv !--edit !--remove-timestamp !--list !--version !--validate !--help %R %--chroot %--host @D @--chdir == ?h ^i ^--login",
  doas: "prefix C:Lnsu: !LCs",
  env: "prefix 0iC:S:u:vP:L:U: --ignore-environment --null --debug --list-signal-handling --help --version --unset: --chdir: --split-string: --default-signal:: --ignore-signal:: --block-signal:: --argv0: !--help !--version @C @--chdir /S /--split-string =",
  nice: "prefix n: --help --version --adjustment: !--help !--version #",
  ionice:
    "prefix tVhn:c:p:P:u: --help --ignore --version --classdata: --class: --pid: --pgid: --uid: !pPuVh !--pid !--pgid !--uid !--help !--version",
  stdbuf: "prefix i:o:e: --help --version --input: --output: --error: !--help !--version",
  timeout:
    "prefix vfpk:s: --verbose --foreground --preserve-status --help --version --kill-after: --signal: +1 !--help !--version",
  nohup: "prefix . --help --version !--help !--version",
  setsid: "prefix cfwVh --ctty --fork --wait --version --help !Vh !--version !--help",
  time: "prefix apqvVhlf:o: --append --portability --quiet --verbose --version --help --format: --output: !V !--version !--help",
  command: "prefix pvV !vV",
  builtin: "prefix .",
  exec: "prefix cla:",
  nocorrect: "prefix .",
  noglob: "prefix .",
  "-": "prefix .",
  chroot: "elsewhere . --skip-chdir --help --version --groups: --userspec: +1 !--help !--version ^",
  taskset: "prefix apchV --all-tasks --pid --cpu-list --help --version +1 !phV !--pid !--help !--version",
  chrt: "prefix abdfiphmorRvVD:P:T: --all-tasks --batch --deadline --fifo --idle --pid --help --max --other --rr --reset-on-fork --verbose --version --sched-runtime: --sched-period: --sched-deadline: +1 !pmhV !--pid !--max !--help !--version",
  flock:
    "prefix sexnoFuhVw:E: --shared --exclusive --unlock --nonblocking --nb --close --no-fork --verbose --help --version --timeout: --wait: --conflict-exit-code: +1 !hV !--help !--version",
  setpriv:
    "prefix dhV --dump --nnp --no-new-privs --list-caps --clear-groups --keep-groups --init-groups --help --reset-env --version --inh-caps: --ambient-caps: --ruid: --euid: --rgid: --egid: --reuid: --regid: --groups: --bounding-set: --securebits: --pdeathsig: --selinux-label: --apparmor-profile: !dhV !--dump !--list-caps !--help !--version",
  unshare:
    "prefix fhVmuinpCTUrcR:w:S:G: --help --version --fork --map-root-user --map-current-user --map-auto --keep-caps --map-user: --map-users: --map-group: --map-groups: --propagation: --setgroups: --setuid: --setgid: --root: --wd: --monotonic: --boottime: --mount:: --uts:: --ipc:: --net:: --pid:: --user:: --cgroup:: --time:: --kill-child:: --mount-proc:: !hV !--help !--version %R %--root @w @--wd",
  nsenter:
    "elsewhere ahVFZt:S:G:m::u::i::n::p::C::U::T::r::w::W:: --all --help --version --no-fork --preserve-credentials --follow-context --target: --setuid: --setgid: --mount:: --uts:: --ipc:: --net:: --pid:: --user:: --cgroup:: --time:: --root:: --wd:: --wdns:: !hV !--help !--version ^",
  setarch:
    "prefix hVv3BFILRSTXZ --help --version --verbose --addr-no-randomize --fdpic-funcptrs --mmap-page-zero --addr-compat-layout --read-implies-exec --32bit --short-inode --whole-seconds --sticky-timeouts --3gb --4gb --list !hV !--help !--version !--list",
  prlimit:
    "prefix vVhp:o:c::d::e::f::i::l::m::n::q::r::s::t::u::x::y:: --verbose --version --help --noheadings --raw --pid: --output: --as:: --core:: --cpu:: --data:: --fsize:: --locks:: --memlock:: --msgqueue:: --nice:: --nofile:: --nproc:: --rss:: --rtprio:: --rttime:: --sigpending:: --stack:: !pVh !--pid !--version !--help",
  strace: "prefix AcCdDfFhiknqrtTvVwxyYzZa:b:e:E:I:o:O:p:P:s:S:u:U:X: !hVp",
  ltrace: "prefix bcCfhiLrStTVa:A:D:e:F:l:n:o:p:s:u:w:x:X: !hVp",
  xargs:
    "feeder 0oprtxa:E:I:J:n:R:S:s:L:P:d:e::i::l:: --null --open-tty --interactive --no-run-if-empty --verbose --show-limits --exit --version --help --arg-file: --delimiter: --max-args: --max-chars: --max-procs: --process-slot-var: --eof:: --replace:: --max-lines:: !--version !--help <I <J <i <--replace",
  parallel:
    "feeder 0kmXqtvuVha:j:n:N:L:l:I:d:P:S:C:s:E: --null --dry-run --keep-order --bar --eta --progress --verbose --ungroup --group --line-buffer --lb --no-notice --will-cite --halt-on-error: --quote --version --help --arg-file: --jobs: --max-procs: --max-args: --max-replace-args: --delimiter: --colsep: --results: --joblog: --halt: --timeout: --retries: --delay: --tmpdir: --tag --wd: --workdir: --env: --nice: --load: --memfree: --resume --resume-failed --xargs --pipe --block: --recstart: --recend: --header: --shuf --sshlogin: --replace: !V !--version !--help *",
  watch:
    "code bcegprtwxhvn:q:d:: --beep --color --errexit --chgexit --precise --no-title --no-wrap --exec --help --version --interval: --equexit: --differences:: !hv !--help !--version * &x &--exec",
  entr: "feeder acdnprsxz",
  script:
    "code aefqVhkrdpB:c:E:I:O:o:m:T:F:t:: --append --return --flush --force --quiet --version --help --command: --echo: --log-in: --log-out: --log-io: --log-timing: --logging-format: --output-limit: --timing:: !Vh !--version !--help $c $--command ~ +1",
  su: "code flmpPhVc:C:g:G:s:u:w: --fast --login --preserve-environment --pty --help --version --command: --session-command: --shell: --group: --supp-group: --user: --whitelist-environment: !hV !--help !--version $cC $--command $--session-command ~ ^",
  runuser:
    "code flmpPhVc:g:G:s:u:w: --fast --login --preserve-environment --pty --help --version --command: --session-command: --shell: --group: --supp-group: --user: --whitelist-environment: !hV !--help !--version $c $--command $--session-command ~",
  pkexec: "prefix . --user: --disable-internal-agent --keep-cwd --help --version !--help !--version ^",
  "systemd-run":
    "prefix dGhHqrPStTu:p:M:E: --user --system --scope --wait --pipe --pty --shell --collect --quiet --no-block --remain-after-exit --same-dir --no-ask-password --send-sighup --unit: --property: --description: --slice: --slice-inherit --uid: --gid: --nice: --setenv: --working-directory: --service-type: --machine: --host: --on-active: --on-boot: --on-startup: --on-unit-active: --on-unit-inactive: --on-calendar: --on-clock-change --on-timezone-change --path-property: --socket-property: --timer-property: --expand-environment: --background: --help --version !h !--help !--version %M %--machine %--host @--working-directory ^",
  chronic: "prefix ev",
  ifne: "prefix n",
  unbuffer: "prefix p",
  tini: "prefix sgvwlhp:e: --version !h !--version",
  "dumb-init": "prefix cvr: --single-child --verbose --rewrite: --help --version !--help !--version",
  fakeroot: "prefix uhvl:f:s:i:b: --unknown-is-real --help --version --lib: --faked: !hv !--help !--version",
  valgrind: "prefix hqvd -long",
  caffeinate: "prefix dimsut:w: !w",
  arch: "prefix 36hca:d:e: --version !h !--version",
  "dbus-run-session": "prefix . --config-file: --dbus-daemon: --help --version !--help !--version",
  "dbus-launch":
    "prefix . --exit-with-session --sh-syntax --csh-syntax --auto-syntax --binary-syntax --autolaunch: --close-stderr --help --version !--help !--version",
  "xvfb-run":
    "prefix ae:f:hln:p:s:w: --auto-servernum --error-file: --auth-file: --help --listen-tcp --server-num: --xauth-protocol: --server-args: --wait: !h !--help",
  torsocks:
    "prefix iu:p:a:P:dq --isolate --user: --pass: --address: --port: --debug --quiet --help --version !--help !--version",
  torify: "prefix .",
  "ld.so":
    "prefix . --list --verify --inhibit-cache --library-path: --glibc-hwcaps-prepend: --glibc-hwcaps-mask: --inhibit-rpath: --audit: --preload: --argv0: --list-tunables --list-diagnostics --help --version !--list !--verify !--list-tunables !--list-diagnostics !--help !--version",
  proxychains: "prefix qf:",
  faketime: "prefix mpf: --exclude-monotonic --help --version +1 !--help !--version",
  eatmydata: "prefix .",
  firejail: "prefix . -long",
  catchsegv: "prefix .",
  rlwrap: "prefix aAb:cC:D:e:f:F:g:H:hiIl:m::M:nNo:O:p::P:q:rRs:S:t:TuU:vw:W:X:z: !hv",
  numactl:
    "prefix i:p:m:N:C:abhlsHtlS: --interleave: --preferred: --membind: --cpunodebind: --physcpubind: --localalloc --all --balancing --show --hardware --help !hsH !--show !--hardware !--help",
  cpulimit: "prefix l:ivzqp:e:bc:",
  setuidgid: "prefix . +1",
  chpst: "prefix u:U:b:e:/:C:n:l:L:m:d:o:p:f:c:t:r:vP012",
  gosu: "prefix . +1",
  "su-exec": "prefix . +1",
  bwrap:
    "prefix . --help --version --unshare-all --unshare-user --unshare-pid --unshare-net --unshare-ipc --unshare-uts --unshare-cgroup --share-net --die-with-parent --new-session --as-pid-1 --clearenv --chdir: --hostname: --uid: --gid: --proc: --dev: --tmpfs: --mqueue: --dir: --unsetenv: --lock-file: --bind:2 --bind-try:2 --dev-bind:2 --dev-bind-try:2 --ro-bind:2 --ro-bind-try:2 --remount-ro: --symlink:2 --setenv:2 --file:2 --chmod:2 --perms: --size: --cap-add: --cap-drop: --seccomp: --args: !--help !--version @--chdir",
  proot:
    "elsewhere r:b:q:w:kvVhC0S:R:i: --rootfs: --bind: --qemu: --cwd: --help --version !hV !--help !--version ^",
  ssh: "elsewhere 46AaCfGgKkMNnqsTtVvXxYyB:b:c:D:E:e:F:I:i:J:L:l:m:O:o:P:p:Q:R:S:W:w: +1 !VGNQ * ^",
  mosh: "elsewhere 46ap: --client: --server: --predict: --ssh: --port: +1 ^",
  wsl: "elsewhere d:u:e --distribution: --user: --exec --cd: --shell-type: !--list !--shutdown ^",
};

/** Sub-commands that run the rest of the words; the key holds the words up to it, options of the program in between. */
const SUBCOMMANDS: Readonly<Record<string, string>> = {
  "docker exec":
    "elsewhere dite:u:w: --detach --interactive --tty --privileged --env: --env-file: --user: --workdir: --detach-keys: +1 ^",
  "docker run":
    "elsewhere ditPqa:c:e:h:l:m:p:u:v:w: --detach --interactive --tty --rm --privileged --init --read-only --publish-all --quiet --no-healthcheck --oom-kill-disable --sig-proxy:: --name: --env: --env-file: --volume: --volumes-from: --mount: --tmpfs: --workdir: --user: --network: --net: --publish: --expose: --entrypoint: --hostname: --platform: --pull: --memory: --cpus: --gpus: --label: --label-file: --link: --log-driver: --log-opt: --add-host: --cap-add: --cap-drop: --cgroupns: --cidfile: --device: --dns: --group-add: --ip: --ipc: --isolation: --pid: --pids-limit: --restart: --runtime: --security-opt: --shm-size: --stop-signal: --stop-timeout: --storage-opt: --sysctl: --ulimit: --userns: --uts: --volume-driver: --attach: --cpu-shares: --cpuset-cpus: --health-cmd: +1 ^",
  "docker compose exec":
    "elsewhere dTite:u:w: --detach --no-TTY --no-tty --interactive --tty --privileged --dry-run --env: --user: --workdir: --index: +1 ^",
  "docker compose run":
    "elsewhere dTiPe:u:w:v:p:l: --detach --no-TTY --no-tty --interactive --rm --no-deps --build --quiet-pull --remove-orphans --service-ports --use-aliases --dry-run --env: --user: --workdir: --volume: --publish: --label: --name: --entrypoint: --pull: +1 ^",
  "kubectl exec":
    "elsewhere itqn:c:f: --stdin --tty --quiet --container: --namespace: --filename: --pod-running-timeout: --context: --kubeconfig: +1 ^",
  "lxc exec":
    "elsewhere tTn --mode: --env: --cwd: --user: --group: --force-interactive --force-noninteractive --disable-stdin +1 ^",
  "adb shell": "elsewhere nxTte: * ^",
  "machinectl shell": "elsewhere qE: --uid: --setenv: --quiet +1 ^",
  "flatpak run": "elsewhere p --command: --branch: --arch: --devel --cwd: --env: --filesystem: --share: +1 ^",
  "poetry run": "prefix .",
  "uv run":
    "prefix vqnp:w:m --with: --with-editable: --with-requirements: --python: --project: --directory: --env-file: --group: --extra: --package: --index-url: --no-sync --frozen --locked --isolated --active --no-project --all-extras --dev --no-dev --quiet --verbose --offline --no-cache --script --module !m !--module @--directory",
  "pipenv run": "prefix .",
  "pdm run": "prefix slp: --site-packages --list --project: !l !--list",
  "rye run": "prefix lf --list --pyproject: !l !--list",
  "hatch run": "prefix .",
  "bundle exec": "prefix . --keep-file-descriptors --gemfile:",
  "conda run":
    "prefix n:p:v --name: --prefix: --verbose --dev --debug-wrapper-scripts --cwd: --no-capture-output --live-stream @--cwd",
  "mamba run": "prefix n:p:v --name: --prefix: --cwd: --no-capture-output @--cwd",
  "direnv exec": "prefix . +1",
  "asdf exec": "prefix .",
  "mise exec":
    "prefix C:c:j:qvy --command: --cd: --jobs: --raw --quiet --verbose --yes @C @--cd $c $--command",
  "npm exec": "prefix yc:p: --yes --no --package: --call: --workspace: --workspaces $c $--call",
  "pnpm exec": "prefix rc --recursive --parallel --shell-mode --filter:",
  "pnpm dlx": "prefix c --package: --shell-mode",
  "yarn dlx": "prefix qp: --quiet --package:",
  "yarn exec": "prefix .",
  npx: "prefix yqc:p: --yes --no --no-install --quiet --ignore-existing --package: --call: $c $--call",
  bunx: "prefix p: --bun --package: --silent --verbose --no-install",
  "doppler run":
    "prefix p:c:t: --project: --config: --token: --command: --preserve-env:: --fallback: $--command",
  "op run": "prefix . --env-file: --no-masking --account:",
  "dotenvx run": "prefix f:e: --env-file: --env: --overload --quiet --convention:",
  "nix-shell":
    "prefix p:A:E:I:j:Q --run: --command: --pure --packages: --attr: --expr: --argstr:2 --arg:2 --keep: --option:2 $--run $--command",
  "vagrant ssh": "elsewhere pc: --command: --plain +0 $c $--command ^",
  "gcloud compute ssh":
    "elsewhere . --command: --zone: --project: --tunnel-through-iap --internal-ip --ssh-key-file: --ssh-flag: --dry-run --quiet $--command ~ ^",
  "git bisect run": "prefix .",
  "perf stat":
    "prefix adiSvnBhr:e:o:x:p:t:C:G:I: --event: --repeat: --output: --pid: --all-cpus --detailed --null --verbose --sync !p !--pid",
  "perf record":
    "prefix aAbdghiNqRsTvWe:p:t:u:r:c:o:F:m:C:j: --event: --pid: --output: --call-graph: --all-cpus --freq: !p !--pid",
};

/** Other names of the same program. */
const ALIASES: Readonly<Record<string, string>> = {
  gtimeout: "timeout",
  genv: "env",
  gnice: "nice",
  gnohup: "nohup",
  gstdbuf: "stdbuf",
  gtime: "time",
  gxargs: "xargs",
  gchroot: "chroot",
  linux32: "setarch",
  linux64: "setarch",
  i386: "setarch",
  x86_64: "setarch",
  proxychains4: "proxychains",
  "tini-static": "tini",
  "docker-init": "tini",
  "fakeroot-sysv": "fakeroot",
  "fakeroot-tcp": "fakeroot",
  "sudo-rs": "sudo",
  "sudo.ws": "sudo",
  catatonit: "tini",
  autossh: "ssh",
  sshpass: "sshpass",
};

/** Programs that take docker's grammar. */
const DOCKERS: readonly string[] = ["podman", "nerdctl", "finch"];

const read = new Map<string, WrapperRow | undefined>();

/** The row of a wrapper by its program's name, or undefined for any other program. */
export function wrapperRow(name: string): WrapperRow | undefined {
  const canonical = Object.hasOwn(ALIASES, name) ? (ALIASES[name] ?? name) : name;
  if (Object.hasOwn(ROWS, canonical)) return rowOf(canonical, ROWS[canonical] ?? "");
  if (Object.hasOwn(SUBCOMMANDS, canonical)) return rowOf(canonical, SUBCOMMANDS[canonical] ?? "");
  return undefined;
}

/** Every name that has a row, for tests. */
export function wrapperNames(): readonly string[] {
  return [...Object.keys(ROWS), ...Object.keys(SUBCOMMANDS)];
}

/** A sub-command that stands further behind its program is none that a person writes. */
const MOST_SUBCOMMAND_WORDS = 11;

/** The row for a program and its sub-commands (`docker compose exec`), and how many of the words belong to it. */
export function subcommandRow(
  program: string,
  fields: readonly Field[],
  from: number,
): { readonly row: WrapperRow; readonly words: number; readonly name: string } | undefined {
  const name = DOCKERS.includes(program)
    ? "docker"
    : program === "docker-compose"
      ? "docker compose"
      : program;
  if (!hasSubcommands(name)) return undefined;
  const words = fields.slice(from, from + MOST_SUBCOMMAND_WORDS).map((field) => exactText(field));
  let key = name;
  for (let count = 0; count < words.length; count += 1) {
    const word = words[count];
    if (word === undefined) return undefined;
    // An option of the program itself, with or without a value: the sub-command is looked for behind it.
    if (word.startsWith("-")) continue;
    const next = `${key} ${word}`;
    if (Object.hasOwn(SUBCOMMANDS, next)) {
      return { row: rowOf(next, SUBCOMMANDS[next] ?? ""), words: count + 1, name: next };
    }
    if (hasSubcommands(next)) key = next;
    else if (!(words[count - 1]?.startsWith("-") ?? false)) return undefined;
  }
  return undefined;
}

function hasSubcommands(name: string): boolean {
  switch (name) {
    case "docker":
    case "docker compose":
    case "kubectl":
    case "lxc":
    case "adb":
    case "machinectl":
    case "flatpak":
    case "poetry":
    case "uv":
    case "pipenv":
    case "pdm":
    case "rye":
    case "hatch":
    case "bundle":
    case "conda":
    case "mamba":
    case "direnv":
    case "asdf":
    case "mise":
    case "npm":
    case "pnpm":
    case "yarn":
    case "doppler":
    case "op":
    case "dotenvx":
    case "vagrant":
    case "gcloud":
    case "gcloud compute":
    case "git":
    case "git bisect":
    case "perf":
      return true;
    default:
      return false;
  }
}

function rowOf(name: string, text: string): WrapperRow {
  const known = read.get(name);
  if (known !== undefined) return known;
  const row = readRow(text);
  read.set(name, row);
  return row;
}

function readRow(text: string): WrapperRow {
  const [kind = "prefix", letters = ".", ...items] = text.split(" ");
  const long = new Map<string, OptionShape>();
  const marks: Record<string, Set<string>> = {};
  const mark = (sign: string, item: string): void => {
    const set = marks[sign] ?? new Set();
    marks[sign] = set;
    if (item.startsWith("--")) set.add(item.slice(2));
    else for (const letter of item) set.add(letter);
  };
  let operands = 0;
  for (const item of items) {
    const sign = item.charAt(0);
    if (item.startsWith("--")) {
      const [option = "", ...colons] = item.slice(2).split(":");
      long.set(option, longShape(colons));
    } else if (sign === "+") operands = Number(item.slice(1));
    else if ("!%@$&<^?/".includes(sign) && item.length > 1) mark(sign, item.slice(1));
    else mark("flags", item);
  }
  const flags = items;
  return {
    kind: kind as Wrapper["kind"],
    short: readLetters(letters),
    long,
    stops: marks["!"] ?? new Set(),
    elsewhere: marks["%"] ?? new Set(),
    folder: marks["@"] ?? new Set(),
    code: marks.$ ?? new Set(),
    direct: marks["&"] ?? new Set(),
    replaced: marks["<"] ?? new Set(),
    operands,
    assignments: flags.includes("==") ? "among" : flags.includes("=") ? "before" : "none",
    numeric: flags.includes("#"),
    permutes: flags.includes("~"),
    joined: flags.includes("*"),
    movesAway: flags.includes("^"),
    moves: marks["^"] ?? new Set(),
    splits: marks["/"] ?? new Set(),
    uncertain: marks["?"] ?? new Set(),
    anyLong: flags.includes("-long"),
  };
}

/** From what stands between and behind the colons: nothing, `2`, or one more colon. */
function longShape(colons: readonly string[]): OptionShape {
  if (colons.length === 0) return "none";
  if (colons.length === 2) return "attached";
  return colons[0] === "2" ? "pair" : "value";
}

function readLetters(letters: string): Map<string, OptionShape> {
  const short = new Map<string, OptionShape>();
  if (letters === ".") return short;
  for (let index = 0; index < letters.length; index += 1) {
    const letter = letters.charAt(index);
    const shape = letters.startsWith("::", index + 1)
      ? "attached"
      : letters.charAt(index + 1) === ":"
        ? "value"
        : "none";
    short.set(letter, shape);
    index += shape === "attached" ? 2 : shape === "value" ? 1 : 0;
  }
  return short;
}
