/** The log in the forms of other tools: OpenTelemetry's logs over HTTP, and a SQLite file for queries. */
import type { LogRecord } from "./record.ts";

/** Records a request carries. */
const BATCH = 200;
const LIMIT_MS = 15_000;

const SEVERITY: Readonly<Record<LogRecord["verdict"], readonly [number: number, text: string]>> = {
  deny: [13, "WARN"],
  ask: [13, "WARN"],
  lifted: [10, "INFO2"],
  rewrite: [9, "INFO"],
  allow: [9, "INFO"],
  context: [9, "INFO"],
};

/** The address that logs are sent to: a collector's base address gets the path of the protocol. */
export function otlpAddress(text: string): URL | undefined {
  try {
    const url = new URL(text);
    if (url.protocol !== "http:" && url.protocol !== "https:") return undefined;
    if (!url.pathname.endsWith("/v1/logs")) url.pathname = `${url.pathname.replace(/\/+$/, "")}/v1/logs`;
    return url;
  } catch {
    return undefined;
  }
}

/** One request body in OTLP's JSON. */
export function otlpBody(records: readonly LogRecord[], version: string): unknown {
  return {
    resourceLogs: [
      {
        resource: { attributes: [attribute("service.name", "hooks"), attribute("service.version", version)] },
        scopeLogs: [{ scope: { name: "hooks.verdicts", version: "1" }, logRecords: records.map(otlpRecord) }],
      },
    ],
  };
}

function otlpRecord(record: LogRecord): unknown {
  const { at, verdict, reason, rule, hook, harness, event } = record;
  const [severityNumber, severityText] = SEVERITY[verdict];
  const nanos = `${BigInt(Date.parse(at)) * 1_000_000n}`;
  const texts: Readonly<Record<string, string | undefined>> = {
    "hooks.verdict": verdict,
    "hooks.rule": rule,
    "hooks.hook": hook,
    "hooks.version": record.version,
    "hooks.harness": harness,
    "hooks.event": event,
    "hooks.tool": record.tool,
    "hooks.id": record.id,
    "session.id": record.session,
    "hooks.cwd": record.cwd,
    "hooks.input": record.input && JSON.stringify(record.input),
    "hooks.effective": record.effective && JSON.stringify(record.effective),
  };
  return {
    timeUnixNano: nanos,
    observedTimeUnixNano: nanos,
    severityNumber,
    severityText,
    body: { stringValue: reason },
    attributes: [
      ...Object.entries(texts).flatMap(([key, value]) =>
        value === undefined ? [] : [attribute(key, value)],
      ),
      { key: "hooks.ms", value: { doubleValue: record.ms } },
    ],
  };
}

function attribute(key: string, value: string): unknown {
  return { key, value: { stringValue: value } };
}

/** Sends the records in batches; gives back why it stopped, or undefined when all went. */
export async function sendOtlp(
  records: readonly LogRecord[],
  url: URL,
  version: string,
): Promise<string | undefined> {
  for (let at = 0; at < records.length; at += BATCH) {
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(otlpBody(records.slice(at, at + BATCH), version)),
        signal: AbortSignal.timeout(LIMIT_MS),
      });
      if (!response.ok)
        return `${url} answered ${response.status} ${(await response.text()).slice(0, 200)}`.trim();
    } catch (error) {
      return `${url} cannot be reached (${error instanceof Error ? error.message : String(error)})`;
    }
  }
  return undefined;
}

/** Adds the records to a SQLite file; those that are in it already stay as they are. Gives back how many came in. */
export async function writeSqlite(records: readonly LogRecord[], file: string): Promise<number> {
  const { Database } = await import("bun:sqlite");
  const database = new Database(file, { create: true });
  try {
    database.run(
      `CREATE TABLE IF NOT EXISTS verdicts (
        line TEXT PRIMARY KEY, at TEXT NOT NULL, id TEXT, harness TEXT NOT NULL, event TEXT NOT NULL, tool TEXT,
        session TEXT, cwd TEXT, hook TEXT NOT NULL, version TEXT, rule TEXT NOT NULL, verdict TEXT NOT NULL,
        reason TEXT NOT NULL, command TEXT, input TEXT, effective TEXT, ms REAL NOT NULL
      ) WITHOUT ROWID`,
    );
    database.run("CREATE INDEX IF NOT EXISTS verdicts_at ON verdicts (at)");
    database.run("CREATE INDEX IF NOT EXISTS verdicts_rule ON verdicts (rule)");
    const insert = database.prepare(
      `INSERT OR IGNORE INTO verdicts VALUES (${Array(17).fill("?").join(", ")})`,
    );
    let added = 0;
    database.transaction(() => {
      for (const record of records) {
        const {
          at,
          id,
          harness,
          event,
          tool,
          session,
          cwd,
          hook,
          version,
          rule,
          verdict,
          reason,
          input,
          effective,
          ms,
        } = record;
        const line = new Bun.CryptoHasher("sha256").update(JSON.stringify(record)).digest("hex");
        const command = typeof input?.command === "string" ? input.command : null;
        const { changes } = insert.run(
          ...[
            line,
            at,
            id ?? null,
            harness,
            event,
            tool ?? null,
            session ?? null,
            cwd ?? null,
            hook,
            version ?? null,
          ],
          ...[rule, verdict, reason, command, input ? JSON.stringify(input) : null],
          ...[effective ? JSON.stringify(effective) : null, ms],
        );
        added += changes;
      }
    })();
    return added;
  } finally {
    database.close();
  }
}
