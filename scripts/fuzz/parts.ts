/** Parts of the project that no package exports. */
import { join } from "node:path";

const root = join(import.meta.dir, "../..");

/** What a file of the project exports under a name. */
export async function part<T>(file: string, name: string): Promise<T> {
  const module: Readonly<Record<string, T>> = await import(join(root, file));
  const value = module[name];
  if (value === undefined) throw new Error(`${file} has no ${name}`);
  return value;
}
