import { budapestDistricts } from "#domain/geo/budapest-districts.ts";
import type { Database } from "#server/database/connect.ts";
import type { NamedWithin } from "./find-named-within.ts";
import { findByWords, toNameKey } from "./find-settlements.ts";
import { isPart } from "./settlement-row.ts";

const cityWords = new Set(["bp", "budapest", "bpest"]);

/**
 * A district of Budapest, by its number or its own name, and the words that are not its city's.
 *
 * @param number 1…23
 * @returns null where no extract has it
 */
export async function findDistrict(
  database: Database,
  number: number,
  words: readonly string[],
): Promise<NamedWithin | null> {
  const district = budapestDistricts[number - 1];
  const roman = district.roman.toLowerCase();
  const own = toNameKey(district.names[0]).split(" ");
  const quoted = (parts: readonly string[]) => parts.map((part) => `'${part}'`).join(" & ");
  const query = `('${roman}' & 'kerulet') | (${quoted(own)})`;
  const parts = (await findByWords(database, query)).filter(isPart);
  const settlement = parts.find(({ kind }) => kind === "borough") ?? parts.at(0);
  return settlement ? { settlement, rest: words.filter((word) => !cityWords.has(word)) } : null;
}
