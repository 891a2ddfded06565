/** The commands that a Markdown file tells its reader to type. */

export interface ShellBlock {
  /** The text of the heading above it. */
  readonly section: string;
  /** One command a line, comments and blank lines left out. */
  readonly commands: readonly string[];
}

/** Every block fenced as `sh`, in order. */
export function shellBlocks(markdown: string): readonly ShellBlock[] {
  const blocks: ShellBlock[] = [];
  let section = "";
  let open: string[] | undefined;
  for (const line of markdown.split("\n")) {
    if (open !== undefined) {
      if (line.startsWith("```")) {
        blocks.push({ section, commands: open });
        open = undefined;
      } else if (line.trim() !== "" && !line.startsWith("#")) open.push(line);
    } else if (line === "```sh") open = [];
    else if (/^#+ /.test(line)) section = line.replace(/^#+ /, "");
  }
  return blocks;
}
