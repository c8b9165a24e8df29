import { budapestDistricts } from "./budapest-districts.ts";

const districtWords = new Set(["ker", "kerulet", "keruletben", "bezirk", "district", "dist"]);
const cityWords = new Set(["bp", "budapest", "bpest"]);

/**
 * The number of the district that a search means, or null: 'V. ker', '5. kerület', 'Bp. V', 'District 5',
 * '5. Bezirk', and postcodes, whose second and third digits are the district's number ('1052').
 *
 * @param key the search text as `searchKey` folds it
 */
export function parseBudapestDistrict(key: string): number | null {
  const words = key.split(/[\s.,;/()-]+/).filter((word) => word !== "");
  const numbers = words.filter((word) => !districtWords.has(word) && !cityWords.has(word));
  if (numbers.length !== 1) return null;
  const [number] = numbers;
  const postcode = /^1(0[1-9]|1\d|2[0-3])\d$/.exec(number);
  if (postcode && !words.some((word) => districtWords.has(word))) return Number(postcode[1]);
  if (words.length === 1) return null;
  const district = budapestDistricts.find(
    (candidate) => String(candidate.number) === number || candidate.roman.toLowerCase() === number,
  );
  return district?.number ?? null;
}
