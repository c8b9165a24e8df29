/** One of Budapest's districts, 1…23. */
export interface BudapestDistrict {
  readonly number: number;
  readonly roman: string;
  /** Names of the district and of well-known parts of it; the district's name comes first. */
  readonly names: readonly string[];
}

const rows: readonly (readonly [roman: string, names: string])[] = [
  ["I", "Budavár, Várkerület, Krisztinaváros, Víziváros, Tabán"],
  ["II", "Rózsadomb, Pasarét, Hűvösvölgy, Pesthidegkút"],
  ["III", "Óbuda-Békásmegyer, Óbuda, Békásmegyer, Csillaghegy, Római-part, Altofen"],
  ["IV", "Újpest, Káposztásmegyer, Megyer"],
  ["V", "Belváros-Lipótváros, Belváros, Lipótváros, Leopoldstadt"],
  ["VI", "Terézváros, Theresienstadt"],
  ["VII", "Erzsébetváros, Elisabethstadt"],
  ["VIII", "Józsefváros, Josefstadt"],
  ["IX", "Ferencváros, Franzstadt"],
  ["X", "Kőbánya, Steinbruch"],
  ["XI", "Újbuda, Kelenföld, Lágymányos, Gazdagrét, Gellérthegy"],
  ["XII", "Hegyvidék, Zugliget, Svábhegy"],
  ["XIII", "Angyalföld, Újlipótváros, Margitsziget, Margareteninsel, Margaret Island, Vizafogó"],
  ["XIV", "Zugló, Városliget, Herminamező"],
  ["XV", "Rákospalota, Pestújhely, Újpalota"],
  ["XVI", "Mátyásföld, Sashalom, Cinkota, Rákosszentmihály"],
  ["XVII", "Rákosmente, Rákoskeresztúr, Rákosliget, Rákoshegy"],
  ["XVIII", "Pestszentlőrinc-Pestszentimre, Pestszentlőrinc, Pestszentimre"],
  ["XIX", "Kispest, Wekerletelep"],
  ["XX", "Pesterzsébet, Pestszenterzsébet"],
  ["XXI", "Csepel"],
  ["XXII", "Budafok-Tétény, Budafok, Nagytétény"],
  ["XXIII", "Soroksár"],
];

export const budapestDistricts: readonly BudapestDistrict[] = rows.map(([roman, names], index) => ({
  number: index + 1,
  roman,
  names: names.split(", "),
}));

const districtTerms = new Set(["ker", "kerulet", "keruletben", "bezirk", "district", "dist"]);
/** Names of Budapest, as search keys. */
export const cityNames: ReadonlySet<string> = new Set(["bp", "budapest", "bpest"]);

/**
 * The number of the district that a search names, or null: 'V. ker', '5. kerület', 'Bp. V', 'District 5', '5.
 * Bezirk', and postcodes, whose second and third digits are the district's number ('1052').
 *
 * @param key the search text as `searchKey` folds it
 */
export function parseBudapestDistrict(key: string): number | null {
  const terms = key.split(/[\s.,;/()-]+/).filter((term) => term !== "");
  const numbers = terms.filter((term) => !districtTerms.has(term) && !cityNames.has(term));
  if (numbers.length !== 1) return null;
  const [number] = numbers;
  const postcode = /^1(0[1-9]|1\d|2[0-3])\d$/.exec(number);
  if (postcode && !terms.some((term) => districtTerms.has(term))) return Number(postcode[1]);
  if (terms.length === 1) return null;
  const district = budapestDistricts.find(
    (candidate) => String(candidate.number) === number || candidate.roman.toLowerCase() === number,
  );
  return district?.number ?? null;
}
