/*
 * Runs shell commands, one after the other, in a world of their own, and reports what they started and destroyed.
 *
 *   sandbox RECORDER        frames on stdin, answers on stdout; exits at the end of stdin
 *
 * A frame is `SHELL ANSWER LIMIT LENGTH\n` and LENGTH bytes of command text. SHELL is a program in /bin that takes
 * `-c TEXT`, ANSWER the exit status of every recorder, LIMIT the milliseconds the command may take. An answer is
 * `STATUS TIMED-OUT MILLISECONDS LOG GONE OUT ERR\n` and four runs of bytes of these lengths: the recorders' log, the
 * paths of destroyed files (each ended by a NUL), standard output and standard error (both cut).
 *
 * Three walls stand between a command and the machine. (1) User, mount, process, network, IPC and UTS namespaces: root
 * in there is an unprivileged id outside. (2) Another file tree: an empty read-only tmpfs with the machine's /usr bound
 * read-only into it; the machine's own tree is unmounted before the first command is read, so there is no path to it.
 * (3) A second user and mount namespace for each command, in which the first one's mounts are locked: it can neither
 * make /usr writable nor take the recorders off. The programs that delete are covered by recorders.
 *
 * What it does not see: a file that the command itself made and a program destroyed without `rm` (there is no filter on
 * system calls), and anything in a file tree in which the recorders are not mounted.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define NAME_MARKER "@RECORDER-NAME-GOES-HERE@"
#define OUT_KEPT (64 * 1024)
#define ERR_KEPT (4 * 1024)
#define GONE_KEPT (16 * 1024)
#define ORPHAN_MS 200

static char *recorder;
static size_t recorder_length;
static int whole_range; /* a range of ids is mapped (started by root), not a single one */

static void fail(const char *what) {
    fprintf(stderr, "sandbox: %s: %s\n", what, strerror(errno));
    _exit(99);
}

static long now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000L + t.tv_nsec / 1000000;
}

/* ---- files ---- */

static void write_file(const char *path, const char *bytes, size_t length, mode_t mode) {
    int file = open(path, O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, mode);
    if (file < 0) fail(path);
    while (length > 0) {
        ssize_t done = write(file, bytes, length);
        if (done <= 0) fail(path);
        bytes += done;
        length -= done;
    }
    fchmod(file, mode);
    close(file);
}

static void write_text(const char *path, const char *text) { write_file(path, text, strlen(text), 0644); }

static char *read_whole(const char *path, size_t *length) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    struct stat facts;
    if (file < 0 || fstat(file, &facts)) return NULL;
    char *bytes = malloc(facts.st_size + 1);
    size_t got = 0;
    ssize_t part;
    while (got < (size_t)facts.st_size && (part = read(file, bytes + got, facts.st_size - got)) > 0) got += part;
    close(file);
    *length = got;
    return bytes;
}

static void copy(const char *from, const char *to, mode_t mode) {
    size_t length;
    char *bytes = read_whole(from, &length);
    if (bytes == NULL) return;
    write_file(to, bytes, length, mode);
    free(bytes);
}

static void folder(const char *path, mode_t mode) {
    char part[256];
    snprintf(part, sizeof part, "%s", path);
    for (char *at = part + 1; *at; at++) {
        if (*at != '/') continue;
        *at = 0;
        mkdir(part, 0755);
        *at = '/';
    }
    if (mkdir(part, mode) && errno != EEXIST) fail(path);
    chmod(part, mode);
}

static void attach(const char *from, const char *to, int read_only) {
    if (mount(from, to, NULL, MS_BIND | MS_REC, NULL)) fail(to);
    if (read_only && mount(NULL, to, NULL, MS_REMOUNT | MS_BIND | MS_RDONLY, NULL)) fail(to);
}

static void tmpfs(const char *path, const char *options) {
    if (mount("world", path, "tmpfs", 0, options)) fail(path);
}

/* ---- the world ---- */

/* Programs that delete: covered wherever the machine has them. */
static const char *const DELETERS[] = {"rm", "rmdir", "unlink", "shred", NULL};
/* Programs that reach out or need what is not there: stand-ins that succeed, so that `docker x && rm y` goes on. */
static const char *const STAND_INS[] = {"docker", "podman",  "kubectl", "ssh",   "scp",       "curl", "wget", "npx",
                                        "bunx",   "npm",     "pnpm",    "yarn",  "pip",       "pip3", "brew", "apt",
                                        "apt-get", "rimraf", "trash-put", "systemctl", "reboot", "shutdown", NULL};

static void put_recorder(const char *path, const char *name) {
    char *bytes = malloc(recorder_length);
    memcpy(bytes, recorder, recorder_length);
    char *marker = memmem(bytes, recorder_length, NAME_MARKER, strlen(NAME_MARKER));
    if (marker == NULL) {
        errno = ENOENT;
        fail("the recorder's name marker");
    }
    memset(marker, 0, strlen(NAME_MARKER));
    memcpy(marker, name, strlen(name));
    write_file(path, bytes, recorder_length, 0755);
    free(bytes);
}

/* sudo refuses plug-ins that do not belong to root, and the machine's files belong to nobody in here. */
static void own_plugins(const char *host, const char *inside) {
    DIR *all = opendir(host);
    if (all == NULL) return;
    char store[128], from[512], to[512];
    snprintf(store, sizeof store, "world%s-own", inside);
    for (char *at = store + 6; *at; at++) if (*at == '/') *at = '-';
    folder(store, 0755);
    for (struct dirent *entry; (entry = readdir(all)) != NULL;) {
        if (strstr(entry->d_name, ".so") == NULL) continue;
        snprintf(from, sizeof from, "%s/%s", host, entry->d_name);
        snprintf(to, sizeof to, "%s/%s", store, entry->d_name);
        copy(from, to, 0644);
    }
    closedir(all);
    attach(store, inside + 1, 1);
}

/* The part of the root folder that may be a link into /usr, or a folder of its own on older systems. */
static void root_part(const char *name) {
    char path[64], target[256];
    snprintf(path, sizeof path, "/%s", name);
    ssize_t length = readlink(path, target, sizeof target - 1);
    if (length > 0) {
        target[length] = 0;
        if (symlink(target, name)) fail(name);
    } else if (access(path, F_OK) == 0) {
        folder(name, 0755);
        attach(path, name, 1);
    }
}

static void build_world(void) {
    if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL)) fail("making mounts private");
    tmpfs("/tmp", "size=96m,mode=755");
    if (chdir("/tmp")) fail("chdir");
    static const char *const folders[] = {"usr", "etc/pam.d", "etc/alternatives", "proc", "dev/pts", "dev/shm", "tmp", "w",
                                          "home", "root", "run/judge", "var/tmp", "opt/guard", "old", "sys", "srv", "world", NULL};
    for (int i = 0; folders[i]; i++) folder(folders[i], 0755);
    attach("/usr", "usr", 1);
    static const char *const parts[] = {"bin", "sbin", "lib", "lib64", NULL};
    for (int i = 0; parts[i]; i++) root_part(parts[i]);

    for (int i = 0; DELETERS[i]; i++) {
        static const char *const places[] = {"usr/bin", "usr/sbin", "bin", "sbin", NULL};
        char own[128], covered[128];
        snprintf(own, sizeof own, "world/%s", DELETERS[i]);
        put_recorder(own, DELETERS[i]);
        for (int j = 0; places[j]; j++) {
            struct stat facts;
            snprintf(covered, sizeof covered, "%s/%s", places[j], DELETERS[i]);
            /* A link (usr/bin/unlink into busybox) is followed: covering its target would cover other programs. */
            if (lstat(covered, &facts) || !S_ISREG(facts.st_mode)) continue;
            /* Read-only: a command that writes to rm must not change what the next one finds. */
            attach(own, covered, 1);
        }
    }
    tmpfs("usr/local", "size=32m,mode=755");
    folder("usr/local/bin", 0755);
    for (int i = 0; STAND_INS[i]; i++) {
        char path[128];
        snprintf(path, sizeof path, "usr/local/bin/%s", STAND_INS[i]);
        put_recorder(path, STAND_INS[i]);
    }
    if (mount(NULL, "usr/local", NULL, MS_REMOUNT | MS_BIND | MS_RDONLY, NULL)) fail("making usr/local read-only");
    put_recorder("opt/guard/trash", "trash");
    own_plugins("/usr/libexec/sudo", "/usr/libexec/sudo");
    own_plugins("/usr/lib/sudo", "/usr/lib/sudo");

    write_text("etc/passwd", "root:x:0:0:root:/home/u:/bin/bash\nu:x:1000:1000:u:/home/u:/bin/bash\nnobody:x:65534:65534:nobody:/:/bin/sh\n");
    write_text("etc/group", "root:x:0:\nu:x:1000:\ntty:x:5:\nnogroup:x:65534:\n");
    write_file("etc/shadow", "root:*:19000::::::\nu:*:19000::::::\n", 39, 0640);
    write_file("etc/sudoers", "Defaults !syslog, !pam_session\nALL ALL=(ALL:ALL) NOPASSWD: ALL\n", 63, 0440);
    write_text("etc/doas.conf", "permit nopass keepenv root\npermit nopass u as root\n");
    write_text("etc/nsswitch.conf", "passwd: files\ngroup: files\nshadow: files\nhosts: files\n");
    write_text("etc/hosts", "127.0.0.1 localhost world\n");
    write_text("etc/shells", "/bin/sh\n/bin/bash\n");
    write_text("etc/login.defs", "");
    write_text("etc/environment", "");
    static const char *const pam[] = {"sudo", "su", "su-l", "runuser", "runuser-l", "doas", "login", "other", NULL};
    for (int i = 0; pam[i]; i++) {
        char path[64];
        snprintf(path, sizeof path, "etc/pam.d/%s", pam[i]);
        write_text(path, "auth sufficient pam_permit.so\naccount sufficient pam_permit.so\nsession sufficient pam_permit.so\n");
    }
    copy("/etc/ld.so.cache", "etc/ld.so.cache", 0644);
    if (access("/etc/alternatives", F_OK) == 0) attach("/etc/alternatives", "etc/alternatives", 1);

    static const char *const devices[] = {"null", "zero", "full", "random", "urandom", "tty", NULL};
    for (int i = 0; devices[i]; i++) {
        char from[64], to[64];
        snprintf(from, sizeof from, "/dev/%s", devices[i]);
        snprintf(to, sizeof to, "dev/%s", devices[i]);
        write_text(to, "");
        if (access(from, F_OK) == 0) attach(from, to, 0);
    }
    static const char *const links[][2] = {{"/proc/self/fd", "dev/fd"}, {"/proc/self/fd/0", "dev/stdin"}, {"/proc/self/fd/1", "dev/stdout"}, {"/proc/self/fd/2", "dev/stderr"}, {"pts/ptmx", "dev/ptmx"}};
    for (size_t i = 0; i < sizeof links / sizeof *links; i++) if (symlink(links[i][0], links[i][1])) fail(links[i][1]);
    if (mount("devpts", "dev/pts", "devpts", 0, "newinstance,ptmxmode=0666,mode=620")) fail("devpts");
    if (mount("proc", "proc", "proc", 0, NULL)) fail("proc");
    tmpfs("run/judge", "size=4m,mode=755");
    write_file("run/judge/log", "", 0, 0666);
    write_file("run/judge/answer", "0", 1, 0644);
    /* A mount point cannot be unlinked: `find / -delete` leaves the log alone. */
    attach("run/judge/log", "run/judge/log", 0);
    attach("run/judge/answer", "run/judge/answer", 0);
    if (mount(NULL, "run/judge", NULL, MS_REMOUNT | MS_BIND | MS_RDONLY, NULL)) fail("making run/judge read-only");

    if (syscall(SYS_pivot_root, ".", "old")) fail("pivot_root");
    if (chdir("/")) fail("chdir");
    if (umount2("/old", MNT_DETACH)) fail("leaving the machine's tree");
    rmdir("/old");
    if (mount(NULL, "/", NULL, MS_REMOUNT | MS_BIND | MS_RDONLY, NULL)) fail("making the root read-only");
    sethostname("world", 5);
}

/* ---- one command ---- */

struct seed {
    const char *path, *text;
    /* Each tmpfs counts its inodes from one, so a number alone names several files. */
    ino_t inode;
    dev_t device;
};
static struct seed seeds[] = {
    {"x", "some text\n", 0, 0}, {"y", "some text\n", 0, 0}, {"z", "z\n", 0, 0}, {"a.txt", "a\nb\n", 0, 0}, {"b.txt", "b\n", 0, 0},
    {"a b", "blank\n", 0, 0}, {"f", "f\n", 0, 0}, {"f1", "1\n", 0, 0}, {"f2", "2\n", 0, 0}, {"build.log", "log\n", 0, 0}, {"list", "x\ny\n", 0, 0},
    {"d", NULL, 0, 0}, {"d/f", "in d\n", 0, 0}, {"d/.h", "h\n", 0, 0}, {"d/e", NULL, 0, 0}, {"build", NULL, 0, 0}, {"build/o", "o\n", 0, 0},
    {"empty", NULL, 0, 0}, {"-dash", NULL, 0, 0}, {"s.sh", "rm from-script\n", 0, 0}, {"Makefile", "clean:\n\trm -rf from-makefile\n", 0, 0},
    {"/home/u/q", "q\n", 0, 0}, {"/tmp/t", "t\n", 0, 0},
};
#define SEEDS (sizeof seeds / sizeof *seeds)

/* What a coding harness keeps of the user's shell and reads before it evaluates a command. */
static const char SNAPSHOT[] =
    "unalias -a 2>/dev/null || true\nshopt -s expand_aliases\nalias -- ll='ls -l'\nalias -- zap='rm -f from-alias'\n"
    "alias -- sudo='sudo '\nsweep () { rm -- from-function \"$@\"; }\n";

static void fresh_files(void) {
    tmpfs("/w", "size=8m,nr_inodes=4000,mode=755");
    tmpfs("/tmp", "size=8m,nr_inodes=4000,mode=1777");
    tmpfs("/home", "size=4m,nr_inodes=2000,mode=755");
    if (mount("proc", "/proc", "proc", 0, NULL)) fail("proc of the command");
    folder("/home/u", 0755);
    folder("/w/p", 0755);
    if (chdir("/w/p")) fail("/w/p");
    for (size_t i = 0; i < SEEDS; i++) {
        struct stat facts;
        if (seeds[i].text == NULL) folder(seeds[i].path, 0755);
        else write_text(seeds[i].path, seeds[i].text);
        if (lstat(seeds[i].path, &facts) == 0) seeds[i].inode = facts.st_ino, seeds[i].device = facts.st_dev;
    }
    write_text("/home/u/.snapshot.sh", SNAPSHOT);
    /* Enough for git to take the folder for a repository without a commit. */
    folder(".git/objects", 0755);
    folder(".git/refs", 0755);
    write_text(".git/HEAD", "ref: refs/heads/main\n");
}

/* Marks the seeds whose inode still stands somewhere below a folder. */
static void find_inodes(const char *path, int depth, char *standing) {
    DIR *all = depth > 40 ? NULL : opendir(path);
    if (all == NULL) return;
    for (struct dirent *entry; (entry = readdir(all)) != NULL;) {
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
        char below[4096];
        if (snprintf(below, sizeof below, "%s/%s", path, entry->d_name) >= (int)sizeof below) continue;
        struct stat facts;
        if (lstat(below, &facts)) continue;
        for (size_t i = 0; i < SEEDS; i++) if (seeds[i].inode == facts.st_ino && seeds[i].device == facts.st_dev) standing[i] = 1;
        if (S_ISDIR(facts.st_mode)) find_inodes(below, depth + 1, standing);
    }
    closedir(all);
}

/* Files that are neither under their name nor anywhere else. A file that was moved, or replaced by another, is not gone. */
static size_t gone_files(char *list) {
    char missing[SEEDS] = {0}, standing[SEEDS] = {0};
    int any = 0;
    if (chdir("/w/p")) {
        /* The whole folder is gone or moved: every seed in it is looked for by its inode. */
        memset(missing, 1, sizeof missing);
        any = 1;
    } else
        for (size_t i = 0; i < SEEDS; i++) {
            struct stat facts;
            if (lstat(seeds[i].path, &facts)) missing[i] = 1, any = 1;
        }
    if (!any) return 0;
    find_inodes("/w", 0, standing);
    find_inodes("/tmp", 0, standing);
    find_inodes("/home", 0, standing);
    size_t used = 0;
    for (size_t i = 0; i < SEEDS; i++) {
        size_t length = strlen(seeds[i].path) + 1;
        if (!missing[i] || standing[i] || used + length > GONE_KEPT) continue;
        memcpy(list + used, seeds[i].path, length);
        used += length;
    }
    return used;
}

static void limit(int which, rlim_t most) {
    struct rlimit both = {most, most};
    setrlimit(which, &both);
}

static char *const ENVIRONMENT[] = {"PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "HOME=/home/u", "USER=root", "LOGNAME=root",
                                    "LANG=C.UTF-8", "TERM=dumb", "SHELL=/bin/bash", NULL};

static void start_shell(const char *shell, const char *text) {
    const char *argv[] = {shell, "-c", text, NULL};
    char path[64];
    /* sh is a link in /bin, to whatever the system takes for it. */
    snprintf(path, sizeof path, "/bin/%s", shell);
    setsid();
    limit(RLIMIT_CPU, 3);
    limit(RLIMIT_FSIZE, 8 << 20);
    limit(RLIMIT_NPROC, 200);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_DATA, 2UL << 30);
    limit(RLIMIT_NOFILE, 256);
    signal(SIGPIPE, SIG_DFL);
    execve(path, (char *const *)argv, ENVIRONMENT);
    _exit(126);
}

/* Process 1 of the command's own world: waits for the shell, then for what it left behind, then looks for files. */
static void watch(int report, const char *shell, long end, const char *text) {
    /* No set-up of the command's own may outlive the server. */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    fresh_files();
    pid_t main_process = fork();
    if (main_process < 0) fail("fork");
    if (main_process == 0) {
        close(report);
        start_shell(shell, text);
    }
    int status = 0, ended = 0, timed_out = 0, pause_us = 200;
    for (;;) {
        int each;
        pid_t done = waitpid(-1, &each, WNOHANG);
        if (done == main_process) {
            status = WIFEXITED(each) ? WEXITSTATUS(each) : 128 + WTERMSIG(each);
            ended = 1;
            if (end > now_ms() + ORPHAN_MS) end = now_ms() + ORPHAN_MS;
        } else if (done < 0)
            break;
        if (done > 0) continue;
        if (now_ms() >= end) {
            timed_out = !ended;
            break;
        }
        usleep(pause_us);
        if (pause_us < 3000) pause_us += pause_us / 4;
    }
    kill(-1, SIGKILL);
    while (waitpid(-1, NULL, 0) > 0 || errno == EINTR) continue;
    static char list[GONE_KEPT + 64];
    int head = snprintf(list, sizeof list, "%d %d", status, timed_out) + 1;
    size_t used = gone_files(list + head);
    if (write(report, list, head + used) < 0) _exit(95);
    _exit(0);
}

static void map_ids(pid_t process, const char *range) {
    char path[64];
    if (!whole_range) {
        snprintf(path, sizeof path, "/proc/%d/setgroups", process);
        int file = open(path, O_WRONLY | O_CLOEXEC);
        if (file >= 0) {
            if (write(file, "deny", 4) < 0) { /* denied already, by the namespace around it */ }
            close(file);
        }
    }
    static const char *const maps[] = {"uid_map", "gid_map"};
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "/proc/%d/%s", process, maps[i]);
        int file = open(path, O_WRONLY | O_CLOEXEC);
        const char *line = range;
        char own[64];
        if (line == NULL) {
            snprintf(own, sizeof own, "0 %d 1", i == 0 ? (int)getuid() : (int)getgid());
            line = own;
        }
        if (file < 0 || write(file, line, strlen(line)) < 0) fail(path);
        close(file);
    }
}

/* Reads what there is; false at the end. */
static int take(int from, char *store, size_t *used, size_t most) {
    static char part[16384];
    ssize_t got = read(from, part, sizeof part);
    if (got <= 0) return 0;
    size_t kept = (size_t)got < most - *used ? (size_t)got : most - *used;
    memcpy(store + *used, part, kept);
    *used += kept;
    return 1;
}

static void judge(const char *shell, int answer, long most_ms, const char *text) {
    int go[2], report[2], out[2], err[2];
    if (pipe2(go, O_CLOEXEC) || pipe2(report, O_CLOEXEC) || pipe2(out, O_CLOEXEC) || pipe2(err, O_CLOEXEC)) fail("pipe");
    char digit = '0' + answer;
    write_file("/run/judge/answer", &digit, 1, 0644);
    if (truncate("/run/judge/log", 0) || chmod("/run/judge/log", 0666)) fail("the log");
    long start = now_ms();
    pid_t world = syscall(SYS_clone, CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | SIGCHLD, 0, 0, 0, 0);
    if (world < 0) fail("a world for the command");
    if (world == 0) {
        char byte;
        close(go[1]);
        if (read(go[0], &byte, 1) != 1) _exit(94);
        if (setresgid(0, 0, 0) || setresuid(0, 0, 0)) fail("root of the command's world");
        int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
        int kept = fcntl(report[1], F_DUPFD_CLOEXEC, 200);
        dup2(null, 0);
        dup2(out[1], 1);
        dup2(err[1], 2);
        watch(kept, shell, start + most_ms, text);
    }
    close(go[0]), close(report[1]), close(out[1]), close(err[1]);
    map_ids(world, whole_range ? "0 0 65536" : "0 0 1");
    if (write(go[1], "g", 1) != 1) fail("starting");
    close(go[1]);

    static char told[GONE_KEPT + 64], out_text[OUT_KEPT], err_text[ERR_KEPT];
    size_t told_used = 0, out_used = 0, err_used = 0;
    struct pollfd ends[] = {{report[0], POLLIN, 0}, {out[0], POLLIN, 0}, {err[0], POLLIN, 0}};
    /* The watcher keeps the time; this is for one that does not come back. */
    long last = start + most_ms + 2000;
    int open_ends = 3, late = 0;
    while (open_ends > 0) {
        long left = last - now_ms();
        if (left <= 0) {
            late = 1;
            break;
        }
        if (poll(ends, 3, left) < 0 && errno != EINTR) break;
        char *stores[] = {told, out_text, err_text};
        size_t *useds[] = {&told_used, &out_used, &err_used}, mosts[] = {sizeof told - 1, OUT_KEPT, ERR_KEPT};
        for (int i = 0; i < 3; i++) {
            if (ends[i].fd < 0 || ends[i].revents == 0) continue;
            if (take(ends[i].fd, stores[i], useds[i], mosts[i])) continue;
            close(ends[i].fd);
            ends[i].fd = -1;
            open_ends--;
        }
    }
    kill(world, SIGKILL);
    while (waitpid(world, NULL, 0) < 0 && errno == EINTR) continue;
    for (int i = 0; i < 3; i++) if (ends[i].fd >= 0) close(ends[i].fd);

    int status = -1, timed_out = late;
    size_t head = 0;
    told[told_used] = 0;
    if (sscanf(told, "%d %d", &status, &timed_out) == 2) head = strlen(told) + 1;
    size_t log_length = 0;
    char *log = read_whole("/run/judge/log", &log_length);
    printf("%d %d %ld %zu %zu %zu %zu\n", status, timed_out, now_ms() - start, log_length, told_used - head, out_used, err_used);
    fwrite(log, 1, log_length, stdout);
    fwrite(told + head, 1, told_used - head, stdout);
    fwrite(out_text, 1, out_used, stdout);
    fwrite(err_text, 1, err_used, stdout);
    fflush(stdout);
    free(log);
}

static void serve(void) {
    char line[128], shell[16];
    printf("ready\n");
    fflush(stdout);
    while (fgets(line, sizeof line, stdin) != NULL) {
        int answer;
        long most_ms;
        size_t length;
        if (sscanf(line, "%15s %d %ld %zu", shell, &answer, &most_ms, &length) != 4) {
            errno = EPROTO;
            fail("a frame's first line");
        }
        char *text = malloc(length + 1);
        if (fread(text, 1, length, stdin) != length) _exit(0);
        text[length] = 0;
        judge(shell, answer, most_ms, text);
        free(text);
    }
    _exit(0);
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: sandbox RECORDER\n");
        return 2;
    }
    recorder = read_whole(argv[1], &recorder_length);
    if (recorder == NULL) fail(argv[1]);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    whole_range = getuid() == 0;
    int go[2];
    if (pipe2(go, O_CLOEXEC)) fail("pipe");
    pid_t world = syscall(SYS_clone, CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP | SIGCHLD, 0, 0, 0, 0);
    if (world < 0) fail("namespaces");
    if (world == 0) {
        char byte;
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        close(go[1]);
        if (read(go[0], &byte, 1) != 1) _exit(94);
        if (setresgid(0, 0, 0) || setresuid(0, 0, 0)) fail("root of the world");
        if (whole_range) setgroups(0, NULL);
        /* A change of ids hides a process's own /proc files, and the commands' id maps are written there. */
        prctl(PR_SET_DUMPABLE, 1);
        umask(022);
        signal(SIGPIPE, SIG_IGN);
        build_world();
        serve();
    }
    close(go[0]);
    /* Root outside is never root inside: a range of ids that no account of the machine uses. */
    map_ids(world, whole_range ? "0 100000 65536" : NULL);
    if (write(go[1], "g", 1) != 1) fail("starting");
    close(go[1]);
    fclose(stdin);
    int status;
    while (waitpid(world, &status, 0) < 0 && errno == EINTR) continue;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
