import type { PlaceIndexBuilder } from "#domain/place-index/place-index-builder.ts";

/** PostgreSQL's binary timestamps count from the year 2000. */
const postgresEpochMicros = Date.UTC(2000, 0, 1) * 1000;

const wordSize = 2 ** 32;

/**
 * Adds packed places to the builder. A place is, big-endian: id (int4), longitude and latitude
 * (float8), flags as `placeFlag` has them (int4), schedule id (int4), added (int8, microseconds
 * since 2000), rating sum (int8), rating count (int4), length of the city in bytes (int4), city
 * (UTF-8).
 *
 * @param schedules the builder's number of each schedule, by its id in the database
 */
export function unpackPlaces(
  packed: Buffer,
  builder: PlaceIndexBuilder,
  schedules: ReadonlyMap<number, number>,
): void {
  const cities = new Map<string, number>();
  for (let at = 0; at < packed.length; ) {
    const cityStart = at + 48 + 4;
    const cityEnd = cityStart + packed.readInt32BE(at + 48);
    builder.addPacked(
      packed.readInt32BE(at),
      packed.readDoubleBE(at + 4),
      packed.readDoubleBE(at + 12),
      packed.readInt32BE(at + 20),
      schedules.get(packed.readInt32BE(at + 24))!,
      registerCity(cityStart, cityEnd),
      readInt64(at + 28) + postgresEpochMicros,
      readInt64(at + 36),
      packed.readInt32BE(at + 44),
    );
    at = cityEnd;
  }

  function readInt64(at: number): number {
    return packed.readInt32BE(at) * wordSize + packed.readUInt32BE(at + 4);
  }

  /** Looks a city up by its bytes, so that a name is decoded once a chunk. */
  function registerCity(start: number, end: number): number {
    const bytes = packed.toString("latin1", start, end);
    const known = cities.get(bytes);
    if (known !== undefined) return known;
    const number = builder.registerCity(packed.toString("utf8", start, end));
    cities.set(bytes, number);
    return number;
  }
}
