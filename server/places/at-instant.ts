import { setImmediate } from "node:timers/promises";
import { instantOf, isOfToday, type WallTime } from "#domain/opening/instant.ts";
import type { PlaceDeps } from "./place-cache.ts";

/** What a question about places has where it may be about another time. */
interface TimedQuery {
  readonly at?: WallTime | undefined;
}

/**
 * The context of a question about places: where it is about another time (docs/product#another-time), `now` is that
 * instant, and the place index holds what is known of then. A wrong time counts for none.
 *
 * @param args those of the use case, with the query among them
 */
export async function atInstantOf<Deps extends PlaceDeps & { readonly timeZone: string }>(
  deps: Deps,
  args: readonly unknown[],
): Promise<Deps> {
  const queries = args.filter((arg) => typeof arg === "object" && arg !== null) as TimedQuery[];
  const at = queries.find((query) => query.at !== undefined)?.at;
  if (at === undefined) return deps;
  const { placeIndex, now, timeZone } = deps;
  const instant = instantOf(at, now(), timeZone);
  if (instant === null) return deps;
  return {
    ...deps,
    placeIndex: await placeIndex.at(instant, isOfToday(instant, timeZone), setImmediate),
    now: () => instant.at,
    today: () => instant.now,
  };
}
