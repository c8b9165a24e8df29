import { sql } from "kysely";
import { acceptedPlaces, isVisible } from "#server/database/place-visibility.ts";
import type { Context } from "#server/use-case-context.ts";

type VisibleIdsDeps = Pick<Context, "database">;

/** Ids that stand together: the n-th part has those over `(n - 1) * size`, up to `n * size`. */
export interface IdPart {
  /** From 1. */
  readonly part: number;
  readonly size: number;
}

/** Numbers of the parts that have a place which everyone sees, ascending. */
export async function listIdParts(
  { database }: VisibleIdsDeps,
  { size }: Pick<IdPart, "size">,
): Promise<number[]> {
  const rows = await database
    .selectFrom("place")
    .select(sql<number>`(id - 1) / ${sql.lit(size)} + 1`.as("part"))
    .where(isVisible(acceptedPlaces))
    .groupBy("part")
    .orderBy("part")
    .execute();
  return rows.map(({ part }) => part);
}

/**
 * Ids of a part's places which everyone sees, ascending.
 *
 * @param after the last id that is known already; 0 at first
 * @param limit maximum number of ids
 */
export async function listVisibleIds(
  { database }: VisibleIdsDeps,
  { part, size, after, limit }: IdPart & { readonly after: number; readonly limit: number },
): Promise<number[]> {
  const rows = await database
    .selectFrom("place")
    .select("id")
    .where("id", ">", Math.max(after, (part - 1) * size))
    .where("id", "<=", part * size)
    .where(isVisible(acceptedPlaces))
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
