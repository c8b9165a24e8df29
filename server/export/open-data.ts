import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createWriteStream, type WriteStream } from "node:fs";
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";
import { createGzip } from "node:zlib";
import type { BaseLogger } from "pino";
import * as v from "valibot";
import { recordOf } from "#domain/validation/record-of.ts";
import type { Database } from "#server/database/connect.ts";
import { unlessUnavailable } from "#server/database/database-errors.ts";
import { exportPlaces, openExport } from "./export-places.ts";
import { findLicences, findListCredits, type ListCredit, unstatedLicence } from "./licences.ts";
import { haveChangedSince } from "./place-changes.ts";
import type { PlaceWriter } from "./read-places.ts";

/** Downloads of all places (docs/product#downloads): their names, types and formats. */
export const downloads = {
  "places.geojson": { format: "geojson", type: "application/geo+json" },
  "places.csv": { format: "csv", type: "text/csv; charset=utf-8; header=present" },
  "places-bom.csv": { format: "csv", type: "text/csv; charset=utf-8; header=present" },
  "places.json": { format: "json", type: "application/json" },
} as const;

export type DownloadName = keyof typeof downloads;

export const downloadNames = Object.keys(downloads) as DownloadName[];

/** Byte order mark, by which spreadsheets detect UTF-8. */
const byteOrderMark = "\ufeff";

function beginningOf(name: DownloadName): string {
  return name === "places-bom.csv" ? byteOrderMark : "";
}

const bytes = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Manifest of the stored downloads, all of one export. */
const storedSchema = v.object({
  /** Part of the files' names. */
  stamp: v.pipe(v.string(), v.regex(/^[\w-]+$/)),
  /** ISO 8601 instants: of the first stored downloads, and of these. */
  issued: v.string(),
  exported: v.string(),
  licence: v.string(),
  attribution: v.string(),
  /** The operator's licence of the places added here at the time; absent in older manifests. */
  ownLicence: v.optional(v.nullable(v.string())),
  cursor: v.nullable(v.string()),
  count: bytes,
  /** Length of each, and of its compressed file. */
  files: v.object(recordOf(downloadNames, () => v.object({ bytes, compressed: bytes }))),
});

export type StoredDownloads = Readonly<v.InferOutput<typeof storedSchema>>;

/** Description of the downloads; values are null while none are stored. */
export interface DescribedDownloads extends Pick<StoredDownloads, "licence" | "attribution"> {
  /** Whether the licence is a licence; else it is an English sentence that the operator has named none. */
  readonly isLicenceStated: boolean;
  /** Source lists of some of the places. */
  readonly sources: readonly ListCredit[];
  /** Whether there are sample places, which the downloads omit. */
  readonly hasSamples: boolean;
  readonly issued: string | null;
  readonly exported: string | null;
  readonly count: number | null;
  readonly downloads: readonly { readonly name: DownloadName; readonly bytes: number | null }[];
}

/** A download: a stored file, compressed with gzip, or a stream that is made while it is read. */
export type Download =
  | { readonly kind: "file"; readonly stored: StoredDownloads; readonly path: string }
  | { readonly kind: "stream"; readonly text: AsyncIterable<string> };

export interface OpenDataOptions {
  /** Database of the primary: a lagging one would not match the cursor. */
  readonly database: Database;
  /** Folder of the files; processes may share it. */
  readonly directory: string;
  readonly ownLicence: string | null;
  readonly now: () => Date;
  readonly log: Pick<BaseLogger, "warn">;
  /** Age below which changes do not yet renew the files. */
  readonly renewAfterMs?: number;
}

const minuteMs = 60 * 1000;

/** Age at which the files are renewed in any case. */
const maxAgeMs = 24 * 60 * minuteMs;

/** Longest wait for the first files; then a download is streamed. */
const firstWaitMs = 3_000;

/** Maximum number of concurrent streamed downloads. */
const madeAtOnce = 3;

/** Time after which a process that makes files counts as dead, and files without a manifest as abandoned. */
const abandonedMs = 15 * minuteMs;

/** Number of places that are written before the event loop is yielded. */
const placesATurn = 100;

const manifestName = "open-data.json";
const lockName = "making";

/**
 * Downloads of all places, stored in a folder and renewed in the background by a request that finds them stale
 * (docs/product#downloads).
 *
 * The files of one export have unique names, and a manifest lists them, which replaces the previous one atomically. So
 * any number of processes share the folder without mixing their files. Where nothing can be stored, as on a full disk,
 * a download is streamed.
 */
export class OpenData {
  readonly #options: OpenDataOptions;
  readonly #renewAfterMs: number;
  #renewing: Promise<void> | null = null;
  #making: Promise<void> | null = null;
  #madeNow = 0;
  #failedAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: OpenDataOptions) {
    this.#options = options;
    this.#renewAfterMs = options.renewAfterMs ?? 10 * minuteMs;
  }

  /** Stored downloads; null where storing fails, or takes longer than a visitor waits. */
  async find(): Promise<StoredDownloads | null> {
    const stored = await this.#read();
    if (stored === null) {
      const made = this.#make();
      await Promise.race([made, delay(firstWaitMs, undefined, { ref: false })]);
      return this.#read();
    }
    const ageMs = this.#options.now().getTime() - Date.parse(stored.exported);
    if (ageMs >= this.#renewAfterMs) {
      this.#renewing ??= this.#renew(stored, ageMs).finally(() => {
        this.#renewing = null;
      });
    }
    return stored;
  }

  /** Description of the downloads, with the licence of the whole, also while none are stored. */
  async describe(): Promise<DescribedDownloads> {
    const stored = await this.find();
    const { database, ownLicence } = this.#options;
    const { licence, attribution } = stored ?? (await findLicences(database, ownLicence));
    const samples = database.selectFrom("place").select("id").where("sample", "=", true);
    const sample = await unlessUnavailable(
      samples.where("deleted_at", "is", null).limit(1).executeTakeFirst(),
    );
    return {
      hasSamples: sample != null,
      ...{ licence, attribution },
      isLicenceStated: licence !== unstatedLicence,
      sources: (await unlessUnavailable(findListCredits(database))) ?? [],
      issued: stored?.issued ?? null,
      exported: stored?.exported ?? null,
      count: stored?.count ?? null,
      downloads: downloadNames.map((name) => ({ name, bytes: stored?.files[name].bytes ?? null })),
    };
  }

  /** A download; null where too many are being streamed. */
  async download(name: DownloadName): Promise<Download | null> {
    // Between the reads of the manifest and of the file, another process may have replaced them.
    for (let attempt = 0; attempt < 2; attempt++) {
      const stored = await this.find();
      if (stored === null) break;
      const path = this.#path(`${stored.stamp}.${name}.gz`);
      if (await stat(path).catch(() => null)) return { kind: "file", stored, path };
    }
    if (this.#madeNow >= madeAtOnce) return null;
    const { database, ownLicence, now } = this.#options;
    const { format } = downloads[name];
    const { text } = await exportPlaces({ database, format, ownLicence, now: now() });
    return { kind: "stream", text: this.#counted(beginningOf(name), text) };
  }

  /** Waits for running exports and checks for changes. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#renewing;
    await this.#making;
  }

  async *#counted(beginning: string, text: AsyncIterable<string>): AsyncGenerator<string> {
    this.#madeNow++;
    try {
      yield beginning;
      yield* text;
    } finally {
      this.#madeNow--;
    }
  }

  #path(name: string): string {
    return join(this.#options.directory, name);
  }

  /** Stored downloads; also null where the operator has named another licence since. */
  async #read(): Promise<StoredDownloads | null> {
    const stored = await this.#readManifest();
    return stored?.ownLicence === this.#options.ownLicence ? stored : null;
  }

  async #readManifest(): Promise<StoredDownloads | null> {
    try {
      return v.parse(storedSchema, JSON.parse(await readFile(this.#path(manifestName), "utf8")));
    } catch {
      return null;
    }
  }

  async #renew(stored: StoredDownloads, ageMs: number): Promise<void> {
    try {
      const { database } = this.#options;
      if (ageMs < maxAgeMs && !(await haveChangedSince(database, stored.cursor))) return;
    } catch {
      // The pool has logged that the database is unavailable; the stored downloads are good enough.
      return;
    }
    await this.#make();
  }

  /** Makes the files, unless this process or another one is doing so. A failure is logged, and retried later. */
  #make(): Promise<void> {
    if (performance.now() - this.#failedAtMs < minuteMs) return Promise.resolve();
    this.#making ??= this.#makeAlone()
      .catch((error) => {
        this.#failedAtMs = performance.now();
        this.#options.log.warn({ err: error }, "the open data could not be kept ready");
      })
      .finally(() => {
        this.#making = null;
      });
    return this.#making;
  }

  async #makeAlone(): Promise<void> {
    const { directory } = this.#options;
    await mkdir(directory, { recursive: true });
    const lock = this.#path(lockName);
    if (!(await takeLock(lock))) return;
    try {
      await this.#write();
      await this.#removeOthers();
    } finally {
      await rm(lock, { force: true });
    }
  }

  async #write(): Promise<void> {
    const { database, ownLicence, now } = this.#options;
    const before = await this.#readManifest();
    const stamp = `${now().getTime().toString(36)}-${randomBytes(6).toString("hex")}`;
    const opened = await openExport({ database, ownLicence, now: now() });
    const sinks = downloadNames.map((name) => {
      const writer = opened.writer(downloads[name].format);
      return new FileSink(this.#path(`${stamp}.${name}.gz`), writer, beginningOf(name));
    });
    let count = 0;
    try {
      for await (const place of opened.places) {
        for (const sink of sinks) sink.add(sink.writer.item(place));
        if (++count % placesATurn > 0) continue;
        await Promise.all(sinks.map((sink) => sink.flush()));
        await nextTurn();
      }
      const lengths = await Promise.all(sinks.map((sink) => sink.end()));
      const { licence, attribution, exported, cursor } = opened.heading;
      const stored: StoredDownloads = {
        ...{ stamp, issued: before?.issued ?? exported, exported, licence, attribution, cursor },
        ...{ count, ownLicence },
        files: Object.fromEntries(
          downloadNames.map((name, at) => [name, lengths[at]]),
        ) as StoredDownloads["files"],
      };
      const unfinished = this.#path(`${stamp}.part`);
      await writeFile(unfinished, JSON.stringify(stored));
      await rename(unfinished, this.#path(manifestName));
    } catch (error) {
      for (const sink of sinks) sink.destroy();
      for (const name of await readdir(this.#options.directory)) {
        if (name.startsWith(stamp)) await rm(this.#path(name), { force: true });
      }
      throw error;
    }
  }

  /** Removes files without a manifest, except those that a reader may be about to open. */
  async #removeOthers(): Promise<void> {
    const stored = await this.#read();
    for (const name of await readdir(this.#options.directory)) {
      const isOurs = /\.(?:gz|part)$/.test(name);
      if (!isOurs || (stored !== null && name.startsWith(stored.stamp))) continue;
      const info = await stat(this.#path(name)).catch(() => null);
      if (info && Date.now() - info.mtimeMs > abandonedMs)
        await rm(this.#path(name), { force: true });
    }
  }
}

/** Whether this process may make the files now. */
async function takeLock(path: string): Promise<boolean> {
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      await (await open(path, "wx")).close();
      return true;
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    }
    const stats = await stat(path).catch(() => null);
    if (stats && Date.now() - stats.mtimeMs < abandonedMs) return false;
    await rm(path, { force: true });
  }
  return false;
}

/** A compressed file that is being written. */
class FileSink {
  readonly writer: PlaceWriter;
  readonly #input = new PassThrough();
  readonly #file: WriteStream;
  readonly #written: Promise<void>;
  #text: string[];
  #bytes = 0;

  constructor(path: string, writer: PlaceWriter, beginning: string) {
    this.writer = writer;
    this.#text = [beginning, writer.beginning];
    this.#file = createWriteStream(path);
    this.#written = pipeline(this.#input, createGzip(), this.#file);
    this.#written.catch(() => {});
  }

  add(text: string): void {
    this.#text.push(text);
  }

  /** Writes the buffered text; resolves when there is room for more. @throws where the file cannot be written */
  async flush(): Promise<void> {
    const chunk = Buffer.from(this.#text.join(""));
    this.#text = [];
    this.#bytes += chunk.byteLength;
    if (this.#input.destroyed) await this.#written;
    if (!this.#input.write(chunk)) await Promise.race([once(this.#input, "drain"), this.#written]);
  }

  /** @returns lengths of the text and of the file */
  async end(): Promise<{ bytes: number; compressed: number }> {
    this.add(this.writer.end);
    await this.flush();
    this.#input.end();
    await this.#written;
    return { bytes: this.#bytes, compressed: this.#file.bytesWritten };
  }

  destroy(): void {
    this.#input.destroy();
  }
}
