/** A headless Chromium, driven by its own protocol over a socket: no driver, no download. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** The program, or undefined where none is installed (on Debian: package `chromium`). */
export function findBrowser(): string | undefined {
  for (const name of NAMES) {
    const path = Bun.which(name);
    if (path !== null) return path;
  }
  return undefined;
}

export interface Page {
  /** Every address that the page asked for. */
  readonly requests: readonly string[];
  /** Errors and warnings of the page's console, and exceptions. */
  readonly complaints: readonly string[];
  open(url: string): Promise<void>;
  /** The value of an expression in the page. */
  evaluate<T>(expression: string): Promise<T>;
  /** Waits until an expression is true. @throws after 20 seconds. */
  until(expression: string): Promise<void>;
  /** Presses and lets go of one key, by its DOM name. */
  press(key: string): Promise<void>;
  colours(scheme: "light" | "dark"): Promise<void>;
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
}

const PATIENCE_MS = 20_000;
const KEY_CODES: Readonly<Record<string, number>> = { Enter: 13, Tab: 9, " ": 32 };

export async function openBrowser(program: string, width: number, height: number): Promise<Page> {
  const folder = mkdtempSync(join(tmpdir(), "hooks-browser-"));
  const child = Bun.spawn(
    [
      program,
      "--headless=new",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-dev-shm-usage",
      "--no-first-run",
      "--disable-background-networking",
      "--remote-debugging-port=0",
      `--user-data-dir=${folder}`,
      `--window-size=${width},${height}`,
      "about:blank",
    ],
    { stdio: ["ignore", "ignore", "ignore"], env: { ...process.env, HOME: folder } },
  );
  const end = async (): Promise<void> => {
    child.kill("SIGKILL");
    await child.exited;
    // Its own children may still write for a moment.
    await Bun.sleep(200);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    return await connect(await debuggerAddress(folder), width, height, end);
  } catch (error) {
    await end();
    throw error;
  }
}

async function debuggerAddress(folder: string): Promise<string> {
  const file = join(folder, "DevToolsActivePort");
  const until = Date.now() + PATIENCE_MS;
  while (Date.now() < until) {
    if (existsSync(file)) {
      const [port] = readFileSync(file, "utf8").split("\n");
      const targets = await fetch(`http://127.0.0.1:${port}/json`).catch(() => undefined);
      const list = (await targets?.json()) as { type: string; webSocketDebuggerUrl: string }[] | undefined;
      const page = list?.find(({ type }) => type === "page");
      if (page !== undefined) return page.webSocketDebuggerUrl;
    }
    await Bun.sleep(100);
  }
  throw new Error("The browser did not start within 20 seconds.");
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly message: string };
}

async function connect(
  address: string,
  width: number,
  height: number,
  end: () => Promise<void>,
): Promise<Page> {
  const socket = new WebSocket(address);
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener("open", () => resolve());
    socket.addEventListener("error", () => reject(new Error("The browser's socket could not be opened.")));
  });
  const waiting = new Map<number, (message: Message) => void>();
  const requests: string[] = [];
  const complaints: string[] = [];
  socket.addEventListener("message", ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.id !== undefined) waiting.get(message.id)?.(message);
    const { method, params } = message;
    if (method === "Network.requestWillBeSent")
      requests.push(String((params?.request as { url?: string } | undefined)?.url));
    if (method === "Runtime.exceptionThrown") complaints.push(JSON.stringify(params?.exceptionDetails));
    if (method === "Log.entryAdded") complaints.push(JSON.stringify(params?.entry));
  });
  let last = 0;
  const send = (method: string, params: object = {}): Promise<Record<string, unknown>> =>
    new Promise((resolve, reject) => {
      const id = ++last;
      waiting.set(id, ({ result, error }) => {
        waiting.delete(id);
        if (error === undefined) resolve(result ?? {});
        else reject(new Error(`${method}: ${error.message}`));
      });
      socket.send(JSON.stringify({ id, method, params }));
    });
  for (const domain of ["Page", "Runtime", "Network", "Log"]) await send(`${domain}.enable`);
  await send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
  const evaluate = async <T>(expression: string): Promise<T> => {
    const { result, exceptionDetails } = await send("Runtime.evaluate", {
      expression,
      returnByValue: true,
      awaitPromise: true,
    });
    if (exceptionDetails !== undefined) throw new Error(`${expression}: ${JSON.stringify(exceptionDetails)}`);
    return (result as { value: T }).value;
  };
  return {
    requests,
    complaints,
    evaluate,
    open: async (url) => {
      await send("Page.navigate", { url });
    },
    until: async (expression) => {
      const end = Date.now() + PATIENCE_MS;
      while (!(await evaluate<boolean>(`Boolean(${expression})`).catch(() => false))) {
        if (Date.now() > end) throw new Error(`The page did not come to: ${expression}`);
        await Bun.sleep(50);
      }
    },
    press: async (key) => {
      const text = key === "Enter" ? "\r" : key.length === 1 ? key : undefined;
      const code = KEY_CODES[key] ?? key.toUpperCase().charCodeAt(0);
      const common = { key, windowsVirtualKeyCode: code, ...(text !== undefined && { text }) };
      await send("Input.dispatchKeyEvent", { type: "keyDown", ...common });
      await send("Input.dispatchKeyEvent", { type: "keyUp", key, windowsVirtualKeyCode: code });
    },
    colours: async (scheme) => {
      await send("Emulation.setEmulatedMedia", {
        features: [{ name: "prefers-color-scheme", value: scheme }],
      });
    },
    screenshot: async () => {
      const { data } = await send("Page.captureScreenshot", { format: "png" });
      return Buffer.from(String(data), "base64");
    },
    close: async () => {
      socket.close();
      await end();
    },
  };
}
