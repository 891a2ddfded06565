/** Markdown for a terminal: the text as it stands, with headings, code and strong words made visible where colours are. */
import { harmless } from "./command.ts";

const BOLD = "\x1b[1m";
const DIM = "\x1b[2m";
const PLAIN = "\x1b[0m";

/** `isColoured`: standard output is a terminal. Pictures are left out, links keep their text and address. */
export function terminalText(markdown: string, isColoured: boolean): string {
  let isCode = false;
  const lines = harmless(markdown)
    .replace(/<!--[\s\S]*?-->\n?/g, "")
    .split("\n")
    .flatMap((line) => {
      if (/^\s*(```|~~~)/.test(line)) {
        isCode = !isCode;
        return [];
      }
      if (isCode) return [isColoured ? `  ${DIM}${line}${PLAIN}` : `  ${line}`];
      const text = line
        .replace(/!\[[^\]]*\]\([^)]*\)/g, "")
        .replace(/\[([^\]]+)\]\(([^)\s]+)[^)]*\)/g, "$1 ($2)");
      const heading = /^#{1,6}\s+(.*)$/.exec(text)?.[1];
      if (heading !== undefined) return [isColoured ? `${BOLD}${heading}${PLAIN}` : heading];
      if (!isColoured) return [text];
      return [
        text.replace(/\*\*([^*]+)\*\*/g, `${BOLD}$1${PLAIN}`).replace(/`([^`]+)`/g, `${DIM}$1${PLAIN}`),
      ];
    });
  return `${lines.join("\n").trim()}\n`;
}
