import { createHash } from "node:crypto";
import { sql, type Transaction } from "kysely";
import type { Schema } from "#server/database/schema.ts";

/** Migration under way. */
export interface Migration {
  readonly transaction: Transaction<Schema>;
  readonly marks: MigrationRecords;
  readonly report: MigrationReport;
}

export const migratedKinds = ["account", "place", "review"] as const;

export type MigratedKind = (typeof migratedKinds)[number];

/** Outcomes for an item: `kept` is unchanged here, though it differs at the source. */
export const migrationOutcomes = ["taken", "changed", "unchanged", "kept", "refused"] as const;

type MigrationOutcome = (typeof migrationOutcomes)[number];

export interface MigrationRemark {
  readonly kind: MigratedKind;
  /** Id at the source. */
  readonly id: string;
  /** `noted` where it was migrated except for the part that the path names. */
  readonly outcome: "kept" | "refused" | "noted";
  /** Names of the fields; empty for all. */
  readonly path: string;
  readonly reason: string;
}

export class MigrationReport {
  readonly remarks: MigrationRemark[] = [];
  readonly #counts = new Map<string, number>();

  count(kind: MigratedKind, outcome: MigrationOutcome): void {
    const key = `${kind} ${outcome}`;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  /** Counts an item that is unchanged or not migrated. */
  leave(
    kind: MigratedKind,
    outcome: "kept" | "refused",
    id: string,
    reason: string,
    path = "",
  ): void {
    this.count(kind, outcome);
    this.remarks.push({ kind, id, outcome, path, reason });
  }

  record(kind: MigratedKind, id: string, path: string, reason: string): void {
    this.remarks.push({ kind, id, outcome: "noted", path, reason });
  }

  numberOf(kind: MigratedKind, outcome: MigrationOutcome): number {
    return this.#counts.get(`${kind} ${outcome}`) ?? 0;
  }

  /** Whether everything was migrated, or retained for a reason of this installation. */
  get isComplete(): boolean {
    return this.remarks.every(({ outcome }) => outcome === "kept");
  }
}

/** Record of a migrated item. */
export interface MigrationRecord {
  readonly key: string;
  readonly account_id: string | null;
  readonly place_id: number | null;
  readonly digest: string;
  readonly version: number | null;
}

/** Records of migrated items, so that a second run takes nothing twice (docs/product#firebase-migration). */
export class MigrationRecords {
  readonly #transaction: Transaction<Schema>;
  readonly source: string;

  constructor(transaction: Transaction<Schema>, source: string) {
    this.#transaction = transaction;
    this.source = source;
  }

  /** Existing marks, by their keys. */
  async find(
    kind: MigratedKind,
    keys: readonly string[],
  ): Promise<ReadonlyMap<string, MigrationRecord>> {
    const { rows } = await sql<MigrationRecord>`
      select key, account_id, place_id, digest, version from moved_in
      where source = ${this.source} and kind = ${kind} and key = any(${keys}::text[])`.execute(
      this.#transaction,
    );
    return new Map(rows.map((row) => [row.key, row]));
  }

  /** Those of some places that came from the source. */
  async findPlaces(ids: readonly number[]): Promise<ReadonlySet<number>> {
    const { rows } = await sql<{ place_id: number }>`
      select place_id from moved_in
      where source = ${this.source} and kind = 'place' and place_id = any(${ids}::int[])`.execute(
      this.#transaction,
    );
    return new Set(rows.map(({ place_id }) => place_id));
  }

  /** Writes marks; an existing one is replaced. */
  async write(kind: MigratedKind, marks: readonly MigrationRecord[]): Promise<void> {
    for (const batch of batchesOf(marks)) {
      await this.#transaction
        .insertInto("moved_in")
        .values(batch.map((mark) => ({ ...mark, source: this.source, kind })))
        .onConflict((conflict) =>
          conflict.columns(["source", "kind", "key"]).doUpdateSet(({ ref }) => ({
            digest: ref("excluded.digest"),
            version: ref("excluded.version"),
          })),
        )
        .execute();
    }
  }

  /** Key of a person's item, which discloses neither the id at the source nor the account here. */
  keyOf(...ids: readonly string[]): string {
    return digestOf("mark", this.source, ...ids);
  }

  /** Id of the user's account, the same UUID in each run: reviews may come before their authors. */
  accountIdOf(userId: string): string {
    const digest = createHash("sha256").update(digestOf("account", this.source, userId));
    const form = /^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/;
    return digest.digest("hex").replace(form, "$1-$2-8$3-8$4-$5");
  }
}

/** Digest of a content, or of several texts in order. */
export function digestOf(...content: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(content)).digest("base64url");
}

/** Rows of one statement, far below the maximum number of values in a statement. */
const batchSize = 500;

/** Batches of a list, one for each statement. */
export function batchesOf<Row>(rows: readonly Row[]): Row[][] {
  const count = Math.ceil(rows.length / batchSize);
  return Array.from({ length: count }, (_, batch) =>
    rows.slice(batch * batchSize, (batch + 1) * batchSize),
  );
}
