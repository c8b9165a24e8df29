import type { Coordinates } from "#domain/coordinates.ts";
import type { Database } from "#server/database/connect.ts";
import { findByWords, nameKeys } from "./find-settlements.ts";
import { worthOfPlace } from "./rank-match.ts";
import type { SettlementRow } from "./settlement-row.ts";
import { wordSpellings } from "./word-spellings.ts";

/** A settlement that some of the words name, and the other words. */
export interface NamedWithin {
  readonly settlement: SettlementRow;
  readonly rest: readonly string[];
}

/** As many are tried as there may be of one name. */
const maxNamed = 3;

/**
 * The settlements, and parts of them, whose whole name in any language is somewhere in the words:
 * `kossuth utca raab`. The longest names come first, then the likeliest.
 */
export async function findNamedWithin(
  database: Database,
  words: readonly string[],
  near: Coordinates | null,
): Promise<NamedWithin[]> {
  if (words.length === 0) return [];
  const spellings = words.flatMap(wordSpellings).map((word) => `'${word}'`);
  const candidates = await findByWords(database, spellings.join(" | "));
  const written = words.map((word) => wordSpellings(word)[0]);
  const named = candidates.flatMap((settlement) => {
    const runs = nameKeys(settlement).flatMap((key) => findRun(written, key.split(" ")) ?? []);
    const [longest] = runs.sort((one, other) => other.length - one.length);
    if (!longest) return [];
    const rest = words.toSpliced(longest.at, longest.length);
    return [{ settlement, rest, rank: worthOfPlace(settlement, near) }];
  });
  return named
    .sort((one, other) => one.rest.length - other.rest.length || other.rank - one.rank)
    .slice(0, maxNamed);
}

function findRun(words: readonly string[], name: readonly string[]) {
  const at = words.findIndex((_, from) =>
    name.every((word, index) => words[from + index] === word),
  );
  return at < 0 ? null : { at, length: name.length };
}
