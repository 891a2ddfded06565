/*
 * Stands in for a program that deletes. It writes its arguments down and touches nothing else.
 *
 * One record: the name it stands for, the number of arguments, the arguments, each ended by a NUL. It goes out in one
 * append, so records of programs that run side by side do not mix. The sandbox puts the name in the place of the
 * marker, so one compiled file gives a recorder for every program, and a copy or a link of it still knows its name.
 */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static volatile char name[32] = "@RECORDER-NAME-GOES-HERE@";

static char record[1 << 16];
static size_t used;

static void add(const char *text) {
    size_t length = strlen(text) + 1;
    if (used + length > sizeof record) return;
    memcpy(record + used, text, length);
    used += length;
}

int main(int argc, char **argv) {
    char plain[sizeof name], count[16];
    for (size_t at = 0; at < sizeof name; at++) plain[at] = name[at];
    add(plain);
    snprintf(count, sizeof count, "%d", argc);
    add(count);
    for (int at = 0; at < argc; at++) add(argv[at]);
    int log = open("/run/judge/log", O_WRONLY | O_APPEND | O_CLOEXEC);
    if (log < 0 || write(log, record, used) != (ssize_t)used) return 70;
    char answer = '0';
    int file = open("/run/judge/answer", O_RDONLY | O_CLOEXEC);
    if (file >= 0 && read(file, &answer, 1) != 1) answer = '0';
    return answer - '0';
}
