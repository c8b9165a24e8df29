import { createHash } from "node:crypto";
import { sql, type Transaction } from "kysely";
import type { Schema } from "#server/database/schema.ts";
import type { MovedKind } from "./move-report.ts";

/** Record of a migrated item. */
export interface MoveMark {
  readonly key: string;
  readonly account_id: string | null;
  readonly place_id: number | null;
  readonly digest: string;
  readonly version: number | null;
}

/**
 * Records of migrated items of a source, so that a second run migrates nothing twice
 * (docs/product#moving-in).
 */
export class MoveMarks {
  readonly #transaction: Transaction<Schema>;
  readonly source: string;

  constructor(transaction: Transaction<Schema>, source: string) {
    this.#transaction = transaction;
    this.source = source;
  }

  /** Existing marks, by their keys. */
  async find(kind: MovedKind, keys: readonly string[]): Promise<ReadonlyMap<string, MoveMark>> {
    const { rows } = await sql<MoveMark>`
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
  async write(kind: MovedKind, marks: readonly MoveMark[]): Promise<void> {
    for (const part of partsOf(marks)) {
      await this.#transaction
        .insertInto("moved_in")
        .values(part.map((mark) => ({ ...mark, source: this.source, kind })))
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

  /**
   * Id of the user's account here, a UUID: the same in every run, so that reviews that were
   * migrated without the users belong to them later.
   */
  accountIdOf(userId: string): string {
    const hex = createHash("sha256")
      .update(digestOf("account", this.source, userId))
      .digest("hex");
    const parts = [
      hex.slice(0, 8),
      hex.slice(8, 12),
      `8${hex.slice(13, 16)}`,
      `8${hex.slice(17, 20)}`,
    ];
    return [...parts, hex.slice(20, 32)].join("-");
  }
}

/** Digest of a content, or of several texts in order. */
export function digestOf(...content: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(content)).digest("base64url");
}

/** Rows of one statement, far below the maximum number of values in a statement. */
const partLength = 500;

/** Batches of a list, one for each statement. */
export function partsOf<Row>(rows: readonly Row[]): Row[][] {
  const count = Math.ceil(rows.length / partLength);
  return Array.from({ length: count }, (_, part) =>
    rows.slice(part * partLength, (part + 1) * partLength),
  );
}
