/** One of Budapest's districts, 1…23. */
export interface BudapestDistrict {
  readonly number: number;
  readonly roman: string;
  /** Names of the district and of well-known parts of it, the district's own first. */
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
