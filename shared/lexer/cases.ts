// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the strings are shell text
/** What the lexer must read: one row a construct, used by every test of this folder. */
import type { Dialect } from "./script.ts";

export interface Case {
  readonly group: string;
  readonly name: string;
  readonly source: string;
  readonly dialect: Dialect;
  /** Every command, as `printCommand` writes it. */
  readonly commands: readonly string[];
  /** The reason for losing track, undefined when the whole text is read. */
  readonly lost: string | undefined;
  /** What a reader of the row might not expect. */
  readonly why: string | undefined;
  /** What unbash reads differently; the real shell sides with us. */
  readonly peer: string | undefined;
}

interface Row {
  readonly name: string;
  readonly source: string;
  readonly commands: readonly string[];
  readonly lost?: string;
  readonly why?: string;
  readonly dialect?: Dialect;
  readonly peer?: string;
}

const GROUPS: Readonly<Record<string, readonly Row[]>> = {
  separators: [
    {
      name: "a list",
      source: "rm a; rm b\nrm c & rm d",
      commands: ["rm a", "; rm b", "; rm c &", "& rm d"],
    },
    {
      name: "and, or, pipe",
      source: "rm a && rm b || rm c | rm d |& rm e",
      commands: ["rm a", "&& rm b", "|| rm c >|", "| rm d >|", "| rm e"],
    },
    {
      name: "no blanks",
      source: "rm a;rm b&&rm c|rm d",
      commands: ["rm a", "; rm b", "&& rm c >|", "| rm d"],
    },
    {
      name: "newlines behind an operator",
      source: "rm a &&\n\n # why\n rm b |\n rm c",
      commands: ["rm a", "&& rm b >|", "| rm c"],
    },
    {
      name: "a semicolon alone",
      source: "; rm a",
      commands: [],
      lost: "a command is missing before `;`",
      why: "nothing runs: the whole line is refused by the shell",
    },
    {
      name: "two semicolons",
      source: "rm a;; rm b",
      commands: ["rm a"],
      lost: "`;;` closes nothing here",
    },
    {
      name: "a comment",
      source: "# rm a\nrm b # rm c\nrm d;#rm e",
      commands: ["rm b", "; rm d"],
    },
    {
      name: "a hash inside a word",
      source: "rm a#b '#' c$x#d",
      commands: ["rm a#b # c$x#d"],
    },
    {
      name: "a comment ends its line even after a backslash",
      source: "# rm a \\\nrm b",
      commands: ["rm b"],
    },
    {
      name: "carriage return is an ordinary character",
      source: "rm\r a; rm b\r\n",
      commands: ["«rm\r» a", "; rm «b\r»"],
    },
    {
      name: "no-break space is an ordinary character",
      source: "rm\u00a0a; rm b",
      commands: ["«rm\u00a0a»", "; rm b"],
    },
    {
      name: "line continuation inside a word, an operator and a keyword",
      source: "r\\\nm a &\\\n& rm b; i\\\nf true; then rm c; fi",
      commands: ["rm a", "&& rm b", "[; if] true", "[; if] rm c"],
      peer: "refuses an operator with a line continuation inside",
    },
    {
      name: "a backslash at the end of the text",
      source: "rm a\\",
      commands: ["rm a\\"],
    },
    {
      name: "the background covers a whole and-or list",
      source: "rm a; rm b && rm c | rm d & rm e",
      commands: ["rm a", "; rm b &", "&& rm c >| &", "| rm d &", "& rm e"],
    },
    {
      name: "a syntax error after a complete line",
      source: "rm a\n)",
      commands: ["rm a"],
      lost: "`)` closes nothing here",
      why: "bash has run the first line before it reads the second",
    },
    {
      name: "a word behind a subshell",
      source: "(rm a) rm b",
      commands: ["[subshell] rm a"],
      lost: "a word stands behind a compound command",
    },
    {
      name: "an operator without a command",
      source: "rm a && ; rm b",
      commands: ["rm a"],
      lost: "a command is missing before `;`",
    },
  ],
  "negation and time": [
    {
      name: "bang",
      source: "! rm a; ! ! rm b; echo ! rm c",
      commands: ["rm a", "; rm b", "; echo ! rm c"],
    },
    {
      name: "bang before a parenthesis",
      source: "!(rm a)",
      commands: ["[subshell] rm a"],
      why: "only with extglob switched on would it be a pattern",
    },
    {
      name: "time with its options",
      source: "time -p -- rm a; ! time rm b; time; time ! rm c",
      commands: ["rm a", "; rm b", "; rm c"],
    },
    {
      name: "time behind a pipe is a program",
      source: "true | time rm a",
      commands: ["true >|", "| time rm a"],
    },
    {
      name: "time in a substitution",
      source: "echo $(time -p rm a) `time ! rm b` $(time ! rm c)",
      commands: ["[substitution] rm a", "[substitution] rm b", "[substitution] rm c", "echo $() `` $()"],
      why: "bash 5.2 takes it for a program first, prints the text anew, and then takes it for the reserved word",
    },
    {
      name: "reserved words behind a redirection in a substitution",
      source: "echo $(>o ! rm a)",
      commands: ["[substitution] >o", "echo"],
      lost: "`!` stands behind a redirection inside a substitution",
      why: "bash 5.2 moves the redirection behind the words and then runs rm",
    },
    {
      name: "the same outside a substitution",
      source: ">o ! rm a; >o time rm b",
      commands: ["! rm a >o", "; time rm b >o"],
    },
    {
      name: "time behind an assignment is a program",
      source: "A=1 time rm a",
      commands: ["A=1 time rm a"],
    },
    {
      name: "a quoted time is a program",
      source: "'time' -p rm a",
      commands: ["time -p rm a"],
    },
    {
      name: "a bang behind a pipe",
      source: "true | ! rm a",
      commands: ["true >|"],
      lost: "a `!` stands behind a `|`",
    },
  ],
  quotes: [
    {
      name: "every quotation",
      source: "'rm' a; \"rm\" b; \\r\\m c; r'm' d; $'rm' e; $\"rm\" f",
      commands: ["rm a", "; rm b", "; rm c", "; rm d", "; rm e", "; rm f"],
    },
    {
      name: "empty quotations",
      source: "''rm a; r\"\"m b; '' rm c",
      commands: ["rm a", "; rm b", "; «» rm c"],
    },
    {
      name: "escapes of $''",
      source: "$'\\x72\\155' a; $'\\u0072m' b; $'it\\'s\\n\\t\\\\\\cA\\e'",
      commands: ["rm a", "; rm b", "; «it's⏎\t\\\u0001\u001b»"],
    },
    {
      name: "a NUL escape cuts",
      source: "$'rm\\0zz' a",
      commands: ["rm a"],
    },
    {
      name: "a backslash inside double quotes",
      source: '"r\\m" a; echo "\\$x \\" \\` \\\\ \\a"',
      commands: ["r\\m a", '; echo «$x " ` \\ \\a»'],
    },
    {
      name: "line joins inside double quotes",
      source: "\"r\\\nm\" a; 'r\\\nm' b",
      commands: ["rm a", "; «r\\⏎m» b"],
    },
    {
      name: "quotes hide operators",
      source: "echo ';rm a' \"&& rm b\" \\; rm c",
      commands: ["echo «;rm a» «&& rm b» «;» rm c"],
    },
    {
      name: "a dollar that opens nothing",
      source: 'echo $ a$ "b$" $"c" $; rm a',
      commands: ["echo $ a$ b$ c $", "; rm a"],
    },
    {
      name: "a single quote never closed",
      source: "rm a\necho 'rm b",
      commands: ["rm a", "; echo"],
      lost: "a single quote is never closed",
    },
    {
      name: "a double quote never closed",
      source: 'rm a "b',
      commands: ["rm a"],
      lost: "a double quote is never closed",
    },
    {
      name: "a double quote never closed holds a substitution",
      source: 'echo "$(rm a)',
      commands: ["[substitution] rm a", "echo"],
      lost: "a double quote is never closed",
    },
  ],
  parameters: [
    {
      name: "plain and special",
      source: "rm $a ${b} $1 ${10} $# $? $$ $! $- $@ $* $_",
      commands: ["rm $a $b $1 $10 $# $? $$ $! $- $@ $* $_"],
    },
    {
      name: "operators",
      source:
        "echo ${a:-x} ${a-x} ${a:=x} ${a:?x} ${a:+x} ${a#x} ${a##x} ${a%x} ${a%%x} ${a/x/y} ${a//x/y} ${a/#x/y} ${a/%x/y} ${a^x} ${a^^} ${a,x} ${a,,} ${a~} ${a@Q} ${a:1:2}",
      commands: [
        "echo ${a:-x} ${a-x} ${a:=x} ${a:?x} ${a:+x} ${a#x} ${a##x} ${a%x} ${a%%x} ${a/x/y} ${a//x/y} ${a/#x/y} ${a/%x/y} ${a^x} ${a^^} ${a,x} ${a,,} ${a~} ${a@Q} ${a:1:2}",
      ],
    },
    {
      name: "lengths and indirections",
      source: "echo ${#} ${#a} ${##} ${#-} ${#a[@]} ${!a} ${!a@} ${!a*} ${!a[@]} ${!} ${!#} ${#:-x} ${!:-x}",
      commands: ["echo $# ${#a} ${##} ${#-} ${#a[@]} ${!a} ${!a@} ${!a*} ${!a[@]} $! ${!#} ${#:-x} ${!:-x}"],
    },
    {
      name: "subscripts",
      source: "echo ${a[0]} ${a[$(rm a)]} ${a[@]:1} ${a[x y]} ${a[b[1]]}",
      commands: [
        "[arithmetic/substitution] rm a",
        "echo ${a[0]} ${a[$(rm a)]} ${a[@]:1} ${a[x y]} ${a[b[1]]}",
      ],
    },
    {
      name: "a substitution in every operand",
      source:
        'echo ${a:-$(rm 1)} ${a#$(rm 2)} ${a/$(/bin/rm 3)/y} ${a:$(rm 4)0} "${a:+$(rm 5)}" ${a^$(rm 6)}',
      commands: [
        "[substitution] rm 1",
        "[substitution] rm 2",
        "[substitution] /bin/rm 3",
        "[substitution] rm 4",
        "[substitution] rm 5",
        "[substitution] rm 6",
        "echo ${a:-$()} ${a#$()} ${a/$()/y} ${a:$()0} ${a:+$()} ${a^$()}",
      ],
      peer: "misses a path with slashes in the pattern",
    },
    {
      name: "quotes that keep a brace",
      source: 'echo ${a:-\'}\'} ${a:-"}"} ${a:-\\}} "${a:-\\}}" "${a#\'}\'}"; rm a',
      commands: ["echo ${a:-}} ${a:-}} ${a:-}} ${a:-}} ${a#}}", "; rm a"],
    },
    {
      name: "single quotes do not hide inside a quoted default",
      source: "echo \"${a:-'$(rm a)'}\"; echo \"${a#'$(rm b)'}\"; echo ${a:-'$(rm c)'}",
      commands: [
        "[substitution] rm a",
        "echo ${a:-'$()'}",
        "; echo ${a#«$(rm b)»}",
        "; echo ${a:-«$(rm c)»}",
      ],
    },
    {
      name: "single quotes do not hide in a slice",
      source: "a=1; echo \"${a:'$(rm a)'}\"",
      commands: ["a=1", "[substitution] rm a", "; echo ${a:'$()'}"],
      peer: "takes the quotes for real ones",
    },
    {
      name: "an unpaired single quote inside a quoted default",
      source: 'echo "${a:-it\'s}"; rm a',
      commands: ["echo"],
      lost: "a single quote is never closed",
      why: "bash wants the quote paired, other shells take it as text",
    },
    {
      name: "the same in sh",
      dialect: "sh",
      source: 'echo "${a:-it\'s}"; rm a',
      commands: ["echo ${a:-it's}", "; rm a"],
      why: "dash takes the quote as text",
    },
    {
      name: "an escape may spell a substitution",
      source: "echo \"${a:-$'\\x24(rm a)'}\"",
      commands: ["echo"],
      lost: "an escape in a place where quotes do not hide substitutions may spell one",
      why: "bash decodes first and then expands: rm really runs",
    },
    {
      name: "a brace that never closes",
      source: "rm a; echo ${a:-x; rm b",
      commands: ["rm a", "; echo"],
      lost: "a `${` is never closed",
    },
    {
      name: "braces around nothing known",
      source: "echo ${a b} ${} ${a.b:-$(rm a)}",
      commands: ["[substitution] rm a", "echo ${« b»} $ ${.b:-$()}"],
      why: "the shell stops at the bad substitution, where another one goes on",
      peer: "does not read the text of a bad substitution",
    },
    {
      name: "nested",
      source: 'echo ${a:-${b:-"${c:-$(rm a)}"}}',
      commands: ["[substitution] rm a", "echo ${a:-${b:-${c:-$()}}}"],
    },
    {
      name: "bash 5.3 command braces",
      source: 'echo ${ rm a; } "${ rm b;}" ${| rm c; }x',
      commands: ["[substitution] rm a", "[substitution] rm b", "[substitution] rm c", "echo ${ } ${ } ${ }x"],
      why: "run by bash from 5.3 on and by mksh; 5.2 calls it a bad substitution",
    },
  ],
  substitutions: [
    {
      name: "in words",
      source: 'echo $(rm a) a$(rm b)c "x $(rm c) y" `rm d` "`rm e`" <(rm f) >(rm g)',
      commands: [
        "[substitution] rm a",
        "[substitution] rm b",
        "[substitution] rm c",
        "[substitution] rm d",
        "[substitution] rm e",
        "[process-substitution] rm f",
        "[process-substitution] rm g",
        "echo $() a$()c «x $() y» `` `` <() >()",
      ],
    },
    {
      name: "as the verb",
      source: "$(rm a) b; `rm c` d",
      commands: ["[substitution] rm a", "$() b", "[substitution] rm c", "; `` d"],
    },
    {
      name: "in assignments and redirections",
      source: "a=$(rm a) b=`rm b` true >$(rm c) <<<$(rm d); a=<(rm e)",
      commands: [
        "[substitution] rm a",
        "[substitution] rm b",
        "[substitution] rm c",
        "[substitution] rm d",
        "a=$() b=`` true >$() <<<$()",
        "[process-substitution] rm e",
        "; a=<()",
      ],
      peer: "counts a process substitution as the word of a command",
    },
    {
      name: "nested",
      source: 'echo $(echo $(rm a; echo `rm b`)) "$(echo "$(rm c)")"',
      commands: [
        "[substitution/substitution] rm a",
        "[substitution/substitution/substitution] rm b",
        "[substitution/substitution] ; echo ``",
        "[substitution] echo $()",
        "[substitution/substitution] rm c",
        "[substitution] echo $()",
        "echo $() $()",
      ],
    },
    {
      name: "nested backticks",
      source: "echo `echo \\`rm a\\`` `echo \\`echo \\\\\\`rm b\\\\\\`\\``",
      commands: [
        "[substitution/substitution] rm a",
        "[substitution] echo ``",
        "[substitution/substitution/substitution] rm b",
        "[substitution/substitution] echo ``",
        "[substitution] echo ``",
        "echo `` ``",
      ],
    },
    {
      name: "escapes in backticks",
      source: 'echo `echo \'\\\\\'; rm a` "`echo \\"x\\"; rm b`" `echo \\$(rm c)`',
      commands: [
        "[substitution] echo \\",
        "[substitution] ; rm a",
        "[substitution] echo x",
        "[substitution] ; rm b",
        "[substitution/substitution] rm c",
        "[substitution] echo $()",
        "echo `` `` ``",
      ],
    },
    {
      name: "a comment inside backticks ends with them",
      source: "echo `true # x`; rm a",
      commands: ["[substitution] true", "echo ``", "; rm a"],
    },
    {
      name: "a comment inside a substitution hides the parenthesis",
      source: "echo $(true # it's )\nrm a)",
      commands: ["[substitution] true", "[substitution] ; rm a", "echo $()"],
    },
    {
      name: "the comment runs to the end of the text",
      source: 'echo "$(true #)"; rm a',
      commands: ["[substitution] true", "echo"],
      lost: "the text ends inside a compound command or a substitution",
    },
    {
      name: "case inside a substitution",
      source: "echo $(case x in x) rm a;; (y) rm b; esac)",
      commands: ["[substitution/case(x)] rm a", "[substitution/case(x)] rm b", "echo $()"],
    },
    {
      name: "esac as a pattern inside a substitution",
      source: "echo $(case x in (esac) rm a;; esac)",
      commands: ["echo"],
      lost: "`esac` is a pattern inside a substitution",
      why: "bash prints the substitution anew and then reads it differently",
    },
    {
      name: "empty",
      source: 'echo $() `` "$()"; rm a',
      commands: ["echo $() `` $()", "; rm a"],
    },
    {
      name: "a file",
      source: "echo $(<a) $(< b); rm a",
      commands: ["[substitution] <a", "[substitution] <b", "echo $() $()", "; rm a"],
    },
    {
      name: "unclosed",
      source: "rm a; echo $(rm b; rm c",
      commands: ["rm a", "[substitution] rm b", "[substitution] ; rm c", "; echo"],
      lost: "the text ends inside a compound command or a substitution",
    },
    {
      name: "unclosed backtick",
      source: "rm a; echo `rm b",
      commands: ["rm a", "; echo"],
      lost: "a backtick is never closed",
    },
    {
      name: "an operator first",
      source: "echo $(;rm a)",
      commands: ["echo"],
      lost: "a command is missing before `;`",
    },
    {
      name: "arithmetic or subshell",
      source: "echo $((rm a) ; (rm b)) $( (rm c) ) $((1 + (2))) $(( $(rm d) ))",
      commands: [
        "[substitution/subshell] rm a",
        "[substitution/; subshell] rm b",
        "[substitution/subshell] rm c",
        "[arithmetic/substitution] rm d",
        "echo $() $() $(()) $(())",
      ],
    },
    {
      name: "a substitution in $((",
      source: "echo $(( '$(rm a)' + `rm b` + \"$(rm c)\" + a['$(rm d)'] )) $[ $(rm e) ]",
      commands: [
        "[arithmetic/substitution] rm a",
        "[arithmetic/substitution] rm b",
        "[arithmetic/substitution] rm c",
        "[arithmetic/substitution] rm d",
        "[arithmetic/substitution] rm e",
        "echo $(()) $(())",
      ],
      peer: "takes the quotes for real ones",
    },
    {
      name: "process substitution glued and as a command",
      source: "a<(rm a) b; <(rm b); 2<(rm c)",
      commands: [
        "[process-substitution] rm a",
        "a<() b",
        "[process-substitution] rm b",
        "; <()",
        "[process-substitution] rm c",
        "; 2<()",
      ],
      peer: "gives the raw text as the verb",
    },
  ],
  "arithmetic commands": [
    {
      name: "no command inside",
      source: "((rm=1, a<<2)) && rm a; (( a > 1 )) || rm b",
      commands: ["&& rm a", "|| rm b"],
    },
    {
      name: "quotes do not hide",
      source: "(( '$(rm a)' ))",
      commands: ["[arithmetic/substitution] rm a"],
      peer: "takes the quotes for real ones",
    },
    {
      name: "nested subshells",
      source: "((rm a) ; (rm b))",
      commands: ["[subshell/subshell] rm a", "[subshell/; subshell] rm b"],
    },
    {
      name: "closed apart",
      source: "((rm a) )",
      commands: ["[subshell/subshell] rm a"],
      why: "not adjacent, so two subshells",
    },
    {
      name: "in sh it is a subshell",
      dialect: "sh",
      source: "((rm a))",
      commands: ["[subshell/subshell] rm a"],
      why: "dash runs rm",
    },
  ],
  "here-documents": [
    {
      name: "expanding",
      source: "cat <<E; rm a\n$(rm b) ${x:-`rm c`} '$(rm d)' \\$(rm e)\nE\nrm f",
      commands: [
        "[here-document/substitution] rm b",
        "[here-document/substitution] rm c",
        "[here-document/substitution] rm d",
        "cat <<E{«$() ${x:-``} '$()' $(rm e)⏎»}",
        "; rm a",
        "; rm f",
      ],
    },
    {
      name: "quoted delimiters",
      source: "cat <<'E'\n$(rm a)\nE\ncat <<\\E\n$(rm b)\nE\ncat <<F\"\"\n$(rm c)\nF\nrm d",
      commands: ["cat <<E{«$(rm a)⏎»}", "; cat <<E{«$(rm b)⏎»}", "; cat <<F{«$(rm c)⏎»}", "; rm d"],
    },
    {
      name: "tabs",
      source: "cat <<-E\n\tx $(rm a)\n\tE\nrm b\ncat <<-'E'\n\t\ty\n E\nE\nrm c",
      commands: [
        "[here-document/substitution] rm a",
        "cat <<-E{«x $()⏎»}",
        "; rm b",
        "; cat <<-E{«y⏎ E⏎»}",
        "; rm c",
      ],
    },
    {
      name: "several in one line",
      source: "cat <<A 3<<B; rm a <<C\n$(rm b)\nA\n$(rm c)\nB\n$(rm d)\nC\nrm e",
      commands: [
        "[here-document/substitution] rm b",
        "[here-document/substitution] rm c",
        "cat <<A{«$()⏎»} 3<<B{«$()⏎»}",
        "[here-document/substitution] rm d",
        "; rm a <<C{«$()⏎»}",
        "; rm e",
      ],
    },
    {
      name: "the rest of the line is code",
      source: "cat <<E | rm a && rm b\nrm c\nE",
      commands: ["cat <<E{«rm c⏎»} >|", "| rm a", "&& rm b"],
    },
    {
      name: "the line may go on",
      source: "cat <<E &&\nx\nE\nrm a",
      commands: ["cat <<E{«x⏎»}", "&& rm a"],
    },
    {
      name: "joined lines",
      source: "cat <<E\nx\\\nE\nrm a\nE\nrm b",
      commands: ["cat <<E{«xE⏎rm a⏎»}", "; rm b"],
    },
    {
      name: "a joined delimiter",
      source: "cat <<EOF\nEO\\\nF\nrm a",
      commands: ["cat <<EOF{}", "; rm a"],
    },
    {
      name: "no join when quoted",
      source: "cat <<'E'\nx\\\nE\nrm a",
      commands: ["cat <<E{«x\\⏎»}", "; rm a"],
    },
    {
      name: "joined lines and a substitution",
      source: "cat <<E\n$(r\\\nm a; echo 'b\\\nc')\nE",
      commands: [
        "[here-document/substitution] rm a",
        "[here-document/substitution] ; echo bc",
        "cat <<E{«$()⏎»}",
      ],
    },
    {
      name: "not the delimiter",
      source: "cat <<E\nE \n E\nE\r\nE\nrm a",
      commands: ["cat <<E{«E ⏎ E⏎E\r⏎»}", "; rm a"],
    },
    {
      name: "an empty delimiter",
      source: "cat <<''\nrm a\n\nrm b",
      commands: ["cat <<«»{«rm a⏎»}", "; rm b"],
    },
    {
      name: "not expanded delimiters",
      source: "cat <<$x\n$(rm a)\n$x\ncat <<$(b)\nx\n$(b)\nrm b",
      commands: ["[here-document/substitution] rm a", "cat <<$x{«$()⏎»}", "; cat <<$(){«x⏎»}", "; rm b"],
    },
    {
      name: "never closed",
      source: "rm a <<E\n$(rm b)",
      commands: ["[here-document/substitution] rm b", "rm a <<E{$()}?"],
      why: "the shell warns and takes the rest as the body",
    },
    {
      name: "no newline at all",
      source: "rm a <<E",
      commands: ["rm a <<E{}?"],
    },
    {
      name: "inside a substitution",
      source: 'echo "$(cat <<E\n) $(rm a)\nE\nrm b)"; rm c',
      commands: [
        "[substitution/here-document/substitution] rm a",
        "[substitution] cat <<E{«) $()⏎»}",
        "[substitution] ; rm b",
        "echo $()",
        "; rm c",
      ],
    },
    {
      name: "inside backticks",
      source: "echo `cat <<E\n$(rm a)\nE\nrm b`",
      commands: [
        "[substitution/here-document/substitution] rm a",
        "[substitution] cat <<E{«$()⏎»}",
        "[substitution] ; rm b",
        "echo ``",
      ],
    },
    {
      name: "a here-document inside the body of another",
      source: "cat <<A\n$(cat <<B\n$(rm a)\nB\n)\nA\nrm b",
      commands: [
        "[here-document/substitution/here-document/substitution] rm a",
        "[here-document/substitution] cat <<B{«$()⏎»}",
        "cat <<A{«$()⏎»}",
        "; rm b",
      ],
    },
    {
      name: "the delimiter glued to the closing parenthesis",
      source: "echo $(cat <<E\nx\nE)\nrm a",
      commands: ["[substitution] cat <<E{}?", "echo"],
      lost: "a line begins like the end of a here-document and holds a `)`: shells differ on it",
      why: "shells differ on whether this ends it",
    },
    {
      name: "the substitution closes before the body",
      source: "echo $(cat <<E)\nx\nE\nrm a",
      commands: ["[substitution] cat <<E{}?", "echo"],
      lost: "the substitution ends before the here-document that it opens is read",
    },
    {
      name: "a newline in the delimiter",
      source: "cat <<'A\nB'\nx\nA\nB\nrm a",
      commands: ["cat"],
      lost: "a here-document delimiter holds a newline and so never matches a line",
    },
    {
      name: "a quotation over the end of the line",
      source: "cat <<E 'a\nb'\n$(rm a)\nE",
      commands: ["[here-document/substitution] rm a", "cat «a⏎b» <<E{«$()⏎»}"],
    },
    {
      name: "of a compound command",
      source: "while rm a; do rm b; done <<E; rm c\n$(rm d)\nE",
      commands: [
        "[here-document/substitution] rm d",
        "[while <<E{«$()⏎»}] rm a",
        "[while <<E{«$()⏎»}] rm b",
        "; rm c",
      ],
    },
    {
      name: "in a function",
      source: "f() { cat <<E\n$(rm a)\nE\n}; f",
      commands: [
        "[function:f/group/here-document/substitution] rm a",
        "[function:f/group] cat <<E{«$()⏎»}",
        "; f",
      ],
    },
    {
      name: "a shift is none",
      source: "echo $((1<<2)); (( a<<=2 )); b[1<<2]=3; rm a",
      commands: ["echo $(())", "; b[1<<2]=3", "; rm a"],
    },
    {
      name: "here-string",
      source: 'rm a <<< $(rm b) <<<"x\ny"; rm c',
      commands: ["[substitution] rm b", "rm a <<<$() <<<«x⏎y»", "; rm c"],
    },
  ],
  redirections: [
    {
      name: "before, between and behind",
      source: "<x >b 2>&1 rm 3>>c d >|e <>f &>g &>>h 4<&- >&2",
      commands: ["rm d <x >b 2>&1 3>>c >|e <>f &>g &>>h 4<&- >&2"],
    },
    {
      name: "a descriptor is a whole word",
      source: 'rm a2>b; rm 2 >c; rm 2>d; "2">e rm; 99999999999>f rm',
      commands: ["rm a2 >b", "; rm 2 >c", "; rm 2>d", "; 2 rm >e", "; 99999999999 rm >f"],
      peer: "takes a number that no descriptor can have",
    },
    {
      name: "a named descriptor",
      source: "{fd}>a rm b; { fd}>c; rm d; }",
      commands: ["rm b {fd}>a", "[; group] fd} >c", "[; group] ; rm d"],
    },
    {
      name: "no target",
      source: "rm a; echo > ; rm b",
      commands: ["rm a", "; echo"],
      lost: "`>` names no file",
    },
    {
      name: "a comment where the target should be",
      source: "echo a >#b\nrm a",
      commands: ["echo a"],
      lost: "`>` names no file",
    },
    {
      name: "only redirections",
      source: ">a <b\n2>c",
      commands: [">a <b", "; 2>c"],
    },
    {
      name: "of compound commands",
      source: "{ rm a; } >x 2>&1; (rm b) <y; if rm c; then rm d; fi >z | rm e",
      commands: [
        "[group >x 2>&1] rm a",
        "[; subshell <y] rm b",
        "[; if >z >|] rm c",
        "[; if >z >|] rm d",
        "| rm e",
      ],
    },
  ],
  assignments: [
    {
      name: "before the verb",
      source: "A=1 B+=2 C= rm a; A=x",
      commands: ["A=1 B+=2 C= rm a", "; A=x"],
    },
    {
      name: "values",
      source: "a=b'c d'\"$e\"$(rm a) rm b",
      commands: ["[substitution] rm a", "a=«bc d$e$()» rm b"],
    },
    {
      name: "a reserved word behind an assignment is a name",
      source: "A=1 if rm a; >x while rm b",
      commands: ["A=1 if rm a", "; while rm b >x"],
    },
    {
      name: "no assignments",
      source: "1A=2 rm a; 'A'=1 rm b; $A=1 rm c; A\\=1 rm d; -a=b rm e",
      commands: ["1A=2 rm a", "; A=1 rm b", "; $A=1 rm c", "; A=1 rm d", "; -a=b rm e"],
    },
    {
      name: "subscripts of assignments",
      source: "a[0]=1 b[$(rm a)]+=2 c['$(rm b)']=3 d[ 1 + 1 ]=4 e[f[1]]=5 rm c",
      commands: [
        "[arithmetic/substitution] rm a",
        "[arithmetic/substitution] rm b",
        "a[0]=1 b[$(rm a)]+=2 c['$(rm b)']=3 d[ 1 + 1 ]=4 e[f[1]]=5 rm c",
      ],
      peer: "takes the quotes for real ones",
    },
    {
      name: "brackets without an equals sign",
      source: "a[1 2] rm a; echo b[1 2]",
      commands: ["«a[1 2]» rm a", "; echo b[1 2]"],
    },
    {
      name: "arrays",
      source: "a=(rm a $(rm b) [c]=d ['e f']=\"g h\" # rm c\n i) rm d; b+=(x); c=()",
      commands: ["[substitution] rm b", "a=(rm a $() [c]=d «['e f']=g h» i) rm d", "; b+=(x)", "; c=()"],
    },
    {
      name: "what is glued to an array is no verb",
      source: "a=(x)rm b",
      commands: ["a=(x) b"],
    },
    {
      name: "an operator in an array",
      source: "a=(rm a; rm b)",
      commands: [],
      lost: "an operator stands inside the parentheses of an array",
    },
    {
      name: "arrays as arguments",
      source: "declare -a a=(rm b $(rm c)) d=e; export f=(g); local h+=(i); rm j",
      commands: [
        "[substitution] rm c",
        "declare -a «a=(rm b $())» d=e",
        "; export «f=(g)»",
        "; local «h+=(i)»",
        "; rm j",
      ],
    },
    {
      name: "arrays as arguments of anything else",
      source: "echo a=(rm b); rm c",
      commands: ["echo a="],
      lost: "a `(` stands behind a word",
    },
    {
      name: "tilde, brace and glob stay text",
      source: "a=~/x:{b,c}* rm d",
      commands: ["a=~/x:{b,c}* rm d"],
    },
  ],
  "compound commands": [
    {
      name: "if",
      source: "if rm a; then rm b; elif rm c; then rm d; else rm e; fi; rm f",
      commands: ["[if] rm a", "[if] rm b", "[if] rm c", "[if] rm d", "[if] rm e", "; rm f"],
    },
    {
      name: "no separator before a closing word",
      source: "if (rm a) then { rm b; } fi; while [[ a ]] do rm c; break; done; if ((1)) then rm d; fi",
      commands: [
        "[if/subshell] rm a",
        "[if/group] rm b",
        "[; while] rm c",
        "[; while] ; break",
        "[; if] rm d",
      ],
    },
    {
      name: "loops",
      source: "while rm a; do rm b; done; until rm c\ndo rm d\ndone & rm e",
      commands: ["[while] rm a", "[while] rm b", "[; until &] rm c", "[; until &] rm d", "& rm e"],
    },
    {
      name: "for",
      source:
        "for i in a $(rm b) 'c d'; do rm $i; done; for i; do rm e; done; for i do rm f; done; for in in in; do rm g; done",
      commands: [
        "[for:i(a $() «c d»)/substitution] rm b",
        "[for:i(a $() «c d»)] rm $i",
        "[; for:i] rm e",
        "[; for:i] rm f",
        "[; for:in(in)] rm g",
      ],
    },
    {
      name: "for over lines",
      source: "for i\nin a b\ndo\nrm $i\ndone",
      commands: ["[for:i(a b)] rm $i"],
    },
    {
      name: "for with braces and arithmetic",
      source:
        "for i in a; { rm b; }; for ((i=0; i<1+$(rm c)0; i++)); do rm d; done; for ((;;)) { rm e; break; }",
      commands: [
        "[for:i(a)] rm b",
        "[; for/substitution] rm c",
        "[; for] rm d",
        "[; for] rm e",
        "[; for] ; break",
      ],
    },
    {
      name: "select",
      source: "select i in a b; do rm c; break; done <<< 1",
      commands: ["[select:i(a b) <<<1] rm c", "[select:i(a b) <<<1] ; break"],
    },
    {
      name: "case",
      source: 'case $(rm a) in b|"c") rm d;; ($(rm e)) rm f;& *) rm g;;& esac; rm h',
      commands: [
        "[case($())/substitution] rm a",
        "[case($())] rm d",
        "[case($())/substitution] rm e",
        "[case($())] rm f",
        "[case($())] rm g",
        "; rm h",
      ],
    },
    {
      name: "case without the last break",
      source: "case a in a) rm b; rm c\nesac; case a in esac; case a in a) ;; esac; rm d",
      commands: ["[case(a)] rm b", "[case(a)] ; rm c", "; rm d"],
    },
    {
      name: "case with odd patterns",
      source:
        "case in in in) rm a;; esac; case x in ')'|\"(\") rm b;; [a-z]*) rm c;; esac; case x in (esac) rm d;; esac",
      commands: ["[case(in)] rm a", "[; case(x)] rm b", "[; case(x)] rm c", "[; case(x)] rm d"],
    },
    {
      name: "groups",
      source: "{ rm a; }; { { rm b; } }; ( { (rm c) } ); {rm d; {,}",
      commands: [
        "[group] rm a",
        "[; group/group] rm b",
        "[; subshell/group/subshell] rm c",
        "; {rm d",
        "; {,}",
      ],
    },
    {
      name: "braces as words",
      source: "echo { } }x; rm a }",
      commands: ["echo { } }x", "; rm a }"],
    },
    {
      name: "a brace that closes nothing",
      source: "rm a; }",
      commands: ["rm a"],
      lost: "`}` closes nothing here",
    },
    {
      name: "pipes and joints of compound commands",
      source: "rm a | while rm b; do rm c; break; done | { rm d; } && ( rm e ) &",
      commands: [
        "rm a >| &",
        "[| while >| &] rm b",
        "[| while >| &] rm c",
        "[| while >| &] ; break",
        "[| group &] rm d",
        "[&& subshell &] rm e",
      ],
    },
    {
      name: "reserved words as arguments",
      source: 'echo if then do done; rm if; "if" rm a; \\while rm b',
      commands: ["echo if then do done", "; rm if", "; if rm a", "; while rm b"],
    },
    {
      name: "conditional",
      source:
        "[[ -e . && ( b == $(rm c)* || ! d < e ) ]] && rm f; [[ 0 -eq `rm g`0 ]]; [[ a = b\n&& -n b\n]]",
      commands: ["[conditional/substitution] rm c", "&& rm f", "[; conditional/substitution] rm g"],
    },
    {
      name: "newline behind a lone word of a conditional",
      source: "[[ a\n]]; rm b",
      commands: [],
      lost: "an expression between `[[` and `]]` does not go on as it must",
      why: "bash wants the word and what follows on one line",
    },
    {
      name: "regular expressions",
      source: "[[ a =~ ^(b|c d)+\\($ ]] && rm a; [[ a =~ (x)|$(rm b) ]]",
      commands: ["&& rm a", "[; conditional/substitution] rm b"],
    },
    {
      name: "conditional with an extended pattern",
      source: "[[ bx == @(b|c d)* ]] && rm e",
      commands: ["&& rm e"],
    },
    {
      name: "a conditional that is none",
      source: "[[ a b ]]; rm a",
      commands: [],
      lost: "a word between `[[` and `]]` is no operator",
    },
    {
      name: "single brackets are a program",
      source: "[ -e . ] && rm b; [ a = b ]",
      commands: ["[ -e . ]", "&& rm b", "; [ a = b ]"],
    },
    {
      name: "then without if",
      source: "then rm a",
      commands: [],
      lost: "`then` closes nothing here",
    },
    {
      name: "if without then",
      source: "if rm a; fi",
      commands: ["[if] rm a"],
      lost: "`fi` closes nothing here",
    },
    {
      name: "an empty group",
      source: "{ }; rm a",
      commands: [],
      lost: "a compound command holds no command",
    },
    {
      name: "an empty subshell",
      source: "(); rm a",
      commands: [],
      lost: "a compound command holds no command",
    },
    {
      name: "not closed",
      source: "while rm a; do rm b",
      commands: ["[while] rm a", "[while] rm b"],
      lost: "the text ends inside a compound command or a substitution",
    },
  ],
  functions: [
    {
      name: "every form",
      source:
        "f() { rm a; }; g () (rm b); function h { rm c; }; function i() { rm d; }; j() if rm e; then rm f; fi; k()\n# why\n{ rm g; }\nf; g; h; i; j; k",
      commands: [
        "[function:f/group] rm a",
        "[; function:g/subshell] rm b",
        "[; function:h/group] rm c",
        "[; function:i/group] rm d",
        "[; function:j/if] rm e",
        "[; function:j/if] rm f",
        "[; function:k/group] rm g",
        "; f",
        "; g",
        "; h",
        "; i",
        "; j",
        "; k",
      ],
    },
    {
      name: "odd names",
      source:
        "a-b.c:() { rm a; }; function if { rm b; }; 1() { rm c; }; function -f (rm d); a-b.c:; \\if; 1; -f",
      commands: [
        "[function:a-b.c:/group] rm a",
        "[; function:if/group] rm b",
        "[; function:1/group] rm c",
        "[; function:-f/subshell] rm d",
        "; a-b.c:",
        "; if",
        "; 1",
        "; -f",
      ],
    },
    {
      name: "a body with redirections",
      source: "f() { rm a; } >x <<E\n$(rm b)\nE\nf",
      commands: [
        "[function:f/here-document/substitution] rm b",
        "[function:f/group >x <<E{«$()⏎»}] rm a",
        "; f",
      ],
    },
    {
      name: "arithmetic and conditional bodies",
      source: "function f ((x)); function g [[ $(rm a) ]]; h() ((1)); f; g; h",
      commands: ["[; function:g/conditional/substitution] rm a", "; f", "; g", "; h"],
    },
    {
      name: "nested",
      source: "f() { g() { rm a; }; rm b; }; rm c; f; g",
      commands: [
        "[function:f/group/function:g/group] rm a",
        "[function:f/group] ; rm b",
        "; rm c",
        "; f",
        "; g",
      ],
    },
    {
      name: "a simple command as the body",
      source: "f() rm a; f",
      commands: ["[function:f] rm a"],
      lost: "the body of a function is no compound command",
    },
    {
      name: "the same in sh",
      dialect: "sh",
      source: "f() rm a; f",
      commands: ["[function:f] rm a", "; f"],
      why: "dash, zsh and mksh take any command",
    },
    {
      name: "in a substitution",
      source: "echo $(f() { rm a; }; f)",
      commands: ["[substitution/function:f/group] rm a", "[substitution] ; f", "echo $()"],
    },
    {
      name: "a name only",
      source: "rm a; f() ; rm b",
      commands: ["rm a"],
      lost: "a command is missing before `;`",
    },
    {
      name: "coprocesses",
      source:
        "coproc rm a; coproc { rm b; }; coproc N { rm c; }; coproc N rm d; coproc while rm e; do rm f; done",
      commands: [
        "[coproc] rm a",
        "[; coproc/group] rm b",
        "[; coproc:N/group] rm c",
        "[; coproc] N rm d",
        "[; coproc/while] rm e",
        "[; coproc/while] rm f",
      ],
    },
  ],
  patterns: [
    {
      name: "extended patterns in arguments",
      source: "shopt -s extglob\nls !(a|b c) @(d)e ?(f) *(g) +($(rm a)); rm h",
      commands: [
        "shopt -s extglob",
        "[substitution] rm a",
        "; ls «!(a|b c)» «@(d)e» «?(f)» «*(g)» «+($())»",
        "; rm h",
      ],
    },
    {
      name: "in case",
      source: "shopt -s extglob\ncase x in @(x|b)) rm d;& @(a|b)c) rm d;; !(e)) rm f;; esac",
      commands: ["shopt -s extglob", "[; case(x)] rm d", "[; case(x)] rm d", "[; case(x)] rm f"],
    },
    {
      name: "braces",
      source: "rm {a,b}{1..3}; echo {a;rm b}",
      commands: ["rm {a,b}{1..3}", "; echo {a", "; rm b}"],
    },
  ],
  bytes: [
    {
      name: "a NUL",
      source: "rm a; echo b\u0000; rm c",
      commands: ["rm a", "; echo b"],
      lost: "a NUL character stands here, which no command can hold",
      why: "no argument can hold one",
    },
    {
      name: "other control characters",
      source: "rm\u0001 a; echo '\u0001' \u007f; rm b",
      commands: ["rm\u0001 a", "; echo \u0001 \u007f", "; rm b"],
    },
    {
      name: "characters outside the basic plane",
      source: 'rm \ud83d\uddd1\ufe0f \\\ud83d\uddd1 "\ud83d\uddd1$x\ud83d\uddd1"; rm b',
      commands: ["rm \ud83d\uddd1\ufe0f \ud83d\uddd1 \ud83d\uddd1$x\ud83d\uddd1", "; rm b"],
    },
    {
      name: "a lone surrogate",
      source: "rm \ud800 \\\udfff; rm b",
      commands: ["rm \ud800 \udfff", "; rm b"],
    },
  ],
  sh: [
    {
      name: "a joined delimiter",
      source: "cat <<EOF\nEO\\\nF\nrm a",
      dialect: "sh",
      commands: ["cat <<EOF{}?"],
      lost: "a here-document ends with a line that is put together: shells differ on it",
      why: "dash reads on, bash called sh does not",
    },
    {
      name: "what sh does not know",
      dialect: "sh",
      source: "[[ rm a ]] || rm b; time rm c; function f; select x; coproc rm d",
      commands: ["[[ rm a ]]", "|| rm b", "; time rm c", "; function f", "; select x", "; coproc rm d"],
      why: "programs of these names",
    },
    {
      name: "no ampersand-greater",
      dialect: "sh",
      source: "echo a &>b rm c",
      commands: ["echo a &", "& rm c >b"],
      why: "the background, then a command",
    },
    {
      name: "no process substitution",
      dialect: "sh",
      source: "cat <(rm a)",
      commands: ["cat"],
      lost: "`<` names no file",
    },
    {
      name: "no here-string",
      dialect: "sh",
      source: "cat <<<x",
      commands: ["cat"],
      lost: "`<<` names no file",
    },
    {
      name: "no ansi quotes",
      dialect: "sh",
      source: "$'rm' a; $\"rm\" b",
      commands: ["$rm a", "; $rm b"],
      why: "a dollar and a quotation",
    },
    {
      name: "no arrays",
      dialect: "sh",
      source: "rm b; a=(rm a)",
      commands: ["rm b", "; a="],
      lost: "a `(` stands where no command can begin",
    },
  ],
  zsh: [
    {
      name: "braces close anywhere",
      dialect: "zsh",
      source: "{ rm a }; {rm b}; { rm c}; { echo {d,e} }; rm f",
      commands: ["[group] rm a", "[; group] rm b", "[; group] rm c", "[; group] echo {d,e}", "; rm f"],
    },
    {
      name: "always",
      dialect: "zsh",
      source: "{ rm a } always { rm b }; rm c",
      commands: ["[group] rm a", "[group] rm b", "; rm c"],
    },
    {
      name: "short conditions",
      dialect: "zsh",
      source: "if [[ a ]] rm a; if ((1)) { rm b } elif [[ c ]] { rm d } else { rm e }; if (true) rm f",
      commands: [
        "[if] rm a",
        "[; if] rm b",
        "[; if] rm d",
        "[; if] rm e",
        "[; if/subshell] true",
        "[; if] rm f",
      ],
    },
    {
      name: "short loops",
      dialect: "zsh",
      source:
        "for i (a b) rm $i; for i in c d; rm $i; for i j in e f; { rm k }; for ((k=0;k<1;k++)) rm g; foreach i (h) rm $i; end",
      commands: [
        "[for:i(a b)] rm $i",
        "[; for:i(c d)] rm $i",
        "[; for:i(e f)] rm k",
        "[; for] rm g",
        "[; for:i(h)] rm $i",
      ],
    },
    {
      name: "short while",
      dialect: "zsh",
      source: "while [[ a ]] { rm b; break }; until ((1)) rm c; rm d",
      commands: ["[while] rm b", "[while] ; break", "[; until] rm c", "; rm d"],
    },
    {
      name: "repeat",
      dialect: "zsh",
      source: "repeat 2 rm a; repeat 1 { rm b }; repeat 1; do rm c; done",
      commands: ["[for(2)] rm a", "[; for(1)] rm b", "[; for(1)] rm c"],
    },
    {
      name: "case",
      dialect: "zsh",
      source: "case x { x) rm a ;; }; case xy in (x|z)y) rm b;| (*) rm c;; esac",
      commands: ["[case(x)] rm a", "[; case(xy)] rm b", "[; case(xy)] rm c"],
    },
    {
      name: "functions",
      dialect: "zsh",
      source: "() { rm $1 } a; function { rm b }; function c d { rm e }; d; f g () { rm h }; g; i() rm j; i",
      commands: [
        "[function/group] rm $1",
        "[; function/group] rm b",
        "[; function:c/group] rm e",
        "; d",
        "[; function:f/group] rm h",
        "; g",
        "[; function:i] rm j",
        "; i",
      ],
    },
    {
      name: "separators",
      dialect: "zsh",
      source: "rm a &! rm b &| rm c; ; rm d",
      commands: ["rm a &", "& rm b &", "& rm c", "; rm d"],
    },
    {
      name: "process files and ranges",
      dialect: "zsh",
      source: "cat =(rm a) <(rm b); echo a<1-9> <->; rm c",
      commands: [
        "[process-substitution] rm a",
        "[process-substitution] rm b",
        "cat =() <()",
        "; echo «a<1-9>» «<->»",
        "; rm c",
      ],
      why: "no file matches the range",
    },
    {
      name: "patterns in arguments",
      dialect: "zsh",
      source: "ls (a|b)c *(N) *(.om[1]); rm a",
      commands: ["ls «(a|b)c» «*(N)» «*(.om[1])»", "; rm a"],
      why: "no file matches the pattern",
    },
    {
      name: "qualifiers that run code",
      dialect: "zsh",
      source: "ls *(e:'rm a':)",
      commands: ["ls"],
      lost: "the qualifiers of a pattern may run code",
    },
    {
      name: "parameters",
      dialect: "zsh",
      source: 'echo $=a $~b $^c $#d $+e $f[1] "$g[$(rm h)]" ${(f)i} ${=j} ${$(rm k)#l} ${(f)"$(rm m)"}',
      commands: [
        "[arithmetic/substitution] rm h",
        "[substitution] rm k",
        "[substitution] rm m",
        "echo ${a=} ${b~} ${c^} ${d#} ${e+} ${f[1]} ${g[$(rm h)]} ${i(f)} ${j=} ${$()#l} ${(f)$()}",
      ],
    },
    {
      name: "quotes inside a quoted default",
      dialect: "zsh",
      source: 'echo "${a:-it\'s}"; rm b',
      commands: ["echo ${a:-it's}", "; rm b"],
    },
    {
      name: "a dollar and a double quotation",
      dialect: "zsh",
      source: "$\"rm\" a; $'rm' b",
      commands: ["$rm a", "; rm b"],
      why: "the first is a program called `$rm`",
    },
    {
      name: "arrays",
      dialect: "zsh",
      source: "a=(*(N) b (c|d)(N)); typeset -a e=($(rm f)); rm g",
      commands: ["a=(«*(N)» b «(c|d)(N)»)", "[substitution] rm f", "; typeset -a «e=($())»", "; rm g"],
    },
    {
      name: "a conditional with alternatives",
      dialect: "zsh",
      source: "[[ a == (a|b) ]] && rm a",
      commands: ["&& rm a"],
    },
    {
      name: "reserved words",
      dialect: "zsh",
      source: "nocorrect rm a; time rm b; ! rm c; coproc rm d",
      commands: ["rm a", "; rm b", "; rm c", "[; coproc] rm d"],
    },
    {
      name: "empty lists",
      dialect: "zsh",
      source: "if true; then fi; while false; do done; ( ); rm a",
      commands: ["[if] true", "[; while] false", "; rm a"],
    },
    {
      name: "redirections",
      dialect: "zsh",
      source: ">! a rm b; rm c >>| d; rm e >&! f",
      commands: ["rm b >!a", "; rm c >>|d", "; rm e >&!f"],
    },
    {
      name: "redirections before compound commands",
      dialect: "zsh",
      source:
        ">o for i in a; do rm b; done; >o repeat 1 rm c; 2>o { rm d }; >o (rm e); >o time rm f; <<E if true; then rm g; fi\nE\n>o h() { rm i }; h",
      commands: [
        "[for:i(a) >o] rm b",
        "[; for(1) >o] rm c",
        "[; group 2>o] rm d",
        "[; subshell >o] rm e",
        "; rm f >o",
        "[; if <<E{}] true",
        "[; if <<E{}] rm g",
        "[; function:h/group] rm i",
        "; h",
      ],
    },
    {
      name: "redirections before a simple command",
      dialect: "zsh",
      source: ">o 2>&1 rm a; <<E rm b\n$(rm c)\nE",
      commands: ["rm a >o 2>&1", "[here-document/substitution] rm c", "; rm b <<E{«$()⏎»}"],
    },
    {
      name: "braces inside words",
      dialect: "zsh",
      source: "{ rm }a }; rm b}c; echo }d{e}; { rm f{g}h }; rm i",
      commands: ["[group] rm }a", "; rm b}c", "; echo }d{e}", "[; group] rm f{g}h", "; rm i"],
    },
    {
      name: "a conditional with an alternative",
      dialect: "zsh",
      source: "[[ ! a || b ]] && rm c",
      commands: ["&& rm c"],
    },
    {
      name: "an exclamation mark before a parenthesis is a pattern",
      dialect: "zsh",
      source: "!(rm a)",
      commands: ["«!(rm a)»"],
    },
  ],
};

export const CASES: readonly Case[] = Object.entries(GROUPS).flatMap(([group, rows]) =>
  rows.map((row) => ({
    group,
    name: row.name,
    source: row.source,
    dialect: row.dialect ?? "bash",
    commands: row.commands,
    lost: row.lost,
    why: row.why,
    peer: row.peer,
  })),
);
