import { sql } from "kysely";
import { factsOf, type PlaceFacts, writtenFacts } from "#domain/place/place-facts.ts";
import type { Database } from "./connect.ts";

/** Columns of a place that hold its facts (docs/decisions/027). */
export interface FactColumns {
  readonly fact_set_id: number;
  /** JSON text; null without any. */
  readonly fact_texts: string | null;
}

/** Set of a place without known facts. */
const emptyFactSetId = 1;

/**
 * The columns of places' facts, in the given order. Missing sets are added, also by several processes at once; a new
 * one blocks others that add the same until it is committed, so a long transaction ensures its sets before it begins.
 */
export async function ensureFactColumns(
  database: Database,
  places: readonly PlaceFacts[],
): Promise<FactColumns[]> {
  const parts = places.map(splitFacts);
  const wanted = new Set(parts.map(({ set }) => set));
  const ids = new Map([["{}", emptyFactSetId]]);
  await findSets(database, [...wanted], ids);
  const missing = [...wanted].filter((set) => !ids.has(set));
  if (missing.length > 0) {
    await sql`
      insert into fact_set (facts) select facts::jsonb from unnest(${missing}::text[]) as facts
      on conflict do nothing`.execute(database);
    await findSets(database, missing, ids);
  }
  return parts.map(({ set, texts }) => ({ fact_set_id: ids.get(set)!, fact_texts: texts }));
}

/** The facts of sets, and the texts, as JSON in the order of the facts. */
function splitFacts(facts: PlaceFacts) {
  const known = Object.entries(factsOf(facts));
  const isWritten = (name: string) => writtenFacts.some((written) => written === name);
  const part = (written: boolean) =>
    Object.fromEntries(known.filter(([name]) => isWritten(name) === written));
  const texts = part(true);
  return {
    set: JSON.stringify(part(false)),
    texts: Object.keys(texts).length === 0 ? null : JSON.stringify(texts),
  };
}

async function findSets(
  database: Database,
  sets: readonly string[],
  ids: Map<string, number>,
): Promise<void> {
  const missing = sets.filter((set) => !ids.has(set));
  if (missing.length === 0) return;
  const { rows } = await sql<{ id: number; missing: string }>`
    select id, missing from unnest(${missing}::text[]) as missing join fact_set on facts = missing::jsonb
    `.execute(database);
  for (const row of rows) ids.set(row.missing, row.id);
}
