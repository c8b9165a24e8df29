import { nameKey } from "#domain/text/search-key.ts";
import { headerKey } from "./column-meanings.ts";

/** Cell of a column that has a meaning. */
export interface Cell {
  readonly header: string;
  readonly text: string;
}

type Tags = Readonly<Record<string, string>>;

/** Content of a cell: tags of OpenStreetMap, and the words without a tag. */
export interface CellReading {
  readonly tags: Tags;
  /** Empty where the cell is understood whole. */
  readonly rest: string;
}

export type YesNo = "yes" | "no" | "limited";

const wordsOf = (list: string) => new Set(list.split("|"));

/** Values by words that are separated by `|`. */
function byWord<Value>(rows: readonly (readonly [words: string, value: Value])[]) {
  return new Map(rows.flatMap(([words, value]) => words.split("|").map((word) => [word, value])));
}

const yesWords = wordsOf(
  "yes|y|true|t|1|x|igen|i|van|ja|j|jo|wahr|vorhanden|oui|o|vrai|ano|available|provided|aktiv|active|open|operational|in betrieb|en service|mukodik|uzemel|nyitva",
);
const noWords = wordsOf(
  "no|n|false|f|0|none|nil|not available|not provided|nem|nincs|nein|falsch|kein|keine|keiner|nicht vorhanden|non|faux|aucun|aucune|nie|ne|inactive|inaktiv|closed|permanently closed|geschlossen|ausser betrieb|hors service|ferme|fermee|zarva|megszunt|nem mukodik|nem uzemel|removed|demolished|temporarily closed|vorubergehend geschlossen|vorubergehend ausser betrieb|ideiglenesen zarva|atmenetileg zarva|ferme temporairement|fermeture temporaire",
);
const limitedWords = wordsOf(
  "limited|partial|partly|partially|reszben|reszlegesen|korlatozottan|korlatozott|teilweise|eingeschrankt|bedingt|partiel|partielle|partiellement|partiellement accessible",
);

/** Whether a cell has no information: empty, '-', 'unknown'. */
export function isNothing(text: string): boolean {
  return nothing.has(text.trim().toLowerCase());
}

const nothing = wordsOf(
  "|-|--|–|—|?|.|/|n/a|na|n.a.|null|nan|none given|not known|unknown|unbekannt|k.a.|k. a.|keine angabe|ismeretlen|nem ismert|n.c.|nc|inconnu|non renseigne|non renseigné|#n/a|#ref!|#name?|#value!|#div/0!",
);

/** Yes and no of a column whose header means closed or free: 'Zárva: igen', 'Kostenlos: nein'. */
export function isNegated(header: string): boolean {
  return /\b(?:closed|geschlossen|ferme|zarva|megszunt|ausser betrieb|hors service|out of order|free|ingyenes|dijmentes|kostenlos|gratis|gratuit)\b/.test(
    headerKey(header),
  );
}

/** Yes, no or limited in four languages, as 1, -1, 0, x, ✓, ✗; null for other words. */
export function yesNoOf(text: string): YesNo | null {
  const plain = text.trim();
  if (/^(?:-1|[✓✔☑×xX])$/u.test(plain)) return "yes";
  if (/^[✗✘☐]$/u.test(plain)) return "no";
  const key = nameKey(plain);
  if (yesWords.has(key)) return "yes";
  if (noWords.has(key)) return "no";
  return limitedWords.has(key) ? "limited" : null;
}

/** A cell of a column of yes and no, whose words after the first may say more: 'Yes (in the accessible toilet)'. */
export function readYesNo(text: string, tag: string, tagsOf?: Record<YesNo, Tags>): CellReading {
  const whole = yesNoOf(text);
  const [, first = "", rest = ""] = /^([\p{L}\d✓✔-]+)\s*[-–,;:(]\s*(.+?)\)?$/su.exec(text) ?? [];
  const said = whole ?? yesNoOf(first);
  if (said === null) return { tags: {}, rest: text };
  const tags = tagsOf?.[said] ?? { [tag]: said };
  return { tags, rest: whole === null ? rest : "" };
}

const freeWords = wordsOf(
  "free|free of charge|free to use|no charge|none|nil|no|n|false|0|0 00|gratis|kostenlos|kostenfrei|unentgeltlich|frei|nein|keine|ingyenes|ingyen|dijmentes|dijtalan|nincs|nem|gratuit|gratuite|gratuitement|non|zadarmo|zdarma|bezplatne|bezplatny",
);
const paidWords = wordsOf(
  "yes|y|true|ja|igen|fizetos|kostenpflichtig|payant|payante|oui|paid|chargeable",
);
const donationWords = wordsOf(
  "donation|donations|spende|freiwillige spende|adomany|becsuletkassza|don",
);

const number = String.raw`(?<number>\d{1,5}(?:[.,]\d{1,2})?)`;
const unit = String.raw`(?<unit>£|€|\$|p|ct|c|cent|cents|pence|euro|euros|eur|gbp|ft|huf|forint|chf|fr|kč|kc|czk|zł|zl|pln|lei|ron)`;
const amounts = [
  new RegExp(`^${number}(?:,-+|,–)?\\s*${unit}\\.?$`, "iu"),
  new RegExp(`^${unit}\\.?\\s*${number}(?:,-+|,–)?$`, "iu"),
];
const currencies = byWord([
  ["£|p|pence|gbp", "GBP"],
  ["€|euro|euros|eur|ct|c|cent|cents", "EUR"],
  ["ft|huf|forint", "HUF"],
  ["chf|fr", "CHF"],
  ["kč|kc|czk", "CZK"],
  ["zł|zl|pln", "PLN"],
  ["lei|ron", "RON"],
  ["$", "USD"],
]);
const hundredths = wordsOf("p|pence|ct|c|cent|cents");

/**
 * Tags of a price: '50p', '0,50 €', 'none', 'Ingyenes'; null for other words.
 *
 * @param isBare whether a number without a unit is an amount in the place's currency
 */
export function priceTagsOf(text: string, isBare: boolean): Tags | null {
  const key = nameKey(text);
  if (freeWords.has(key)) return { fee: "no" };
  if (donationWords.has(key)) return { fee: "donation" };
  if (paidWords.has(key)) return { fee: "yes" };
  const groups = amounts.map((form) => form.exec(text.trim())?.groups).find(Boolean);
  if (groups) {
    const sort = groups.unit.toLowerCase();
    const amount = Number(groups.number.replace(",", ".")) * (hundredths.has(sort) ? 0.01 : 1);
    if (amount === 0) return { fee: "no" };
    return { fee: "yes", charge: `${formatAmount(amount)} ${currencies.get(sort)}` };
  }
  const bare = /^\d{1,5}(?:[.,]\d{1,2})?$/.exec(text.trim())?.[0].replace(",", ".");
  if (bare === undefined) return null;
  if (Number(bare) === 0) return { fee: "no" };
  return isBare ? { fee: "yes", charge: formatAmount(Number(bare)) } : null;
}

function formatAmount(amount: number): string {
  const rounded = Math.round(amount * 100) / 100;
  return Number.isInteger(rounded) ? String(rounded) : rounded.toFixed(2);
}

/** The part after the last dash where it is a price, and the part before: 'nein - gratis', '11 - 23 Uhr - gratis'. */
export function splitPrice(text: string): { readonly price: Tags; readonly before: string } | null {
  const [, before, after] = /^(.*\S)\s+[-–]\s+(.+)$/su.exec(text) ?? [];
  if (after === undefined || yesNoOf(after) !== null) return null;
  const price = priceTagsOf(after, false);
  return price && { price, before };
}

/** Words for the users of a toilet, each with its tag. */
const audienceWords = byWord<Tags>([
  [
    "unisex|all gender|all genders|gender neutral|mixte|mixed|koedukalt|divers|both",
    { unisex: "yes" },
  ],
  [
    "female|females|women|womens|ladies|lady|damen|frauen|noi|nok|femme|femmes|dames",
    { female: "yes" },
  ],
  [
    "male|males|men|mens|gents|gentlemen|herren|manner|ferfi|ferfiak|homme|hommes|messieurs",
    { male: "yes" },
  ],
  [
    "barrierefrei|accessible|disabled|wheelchair|behinderten|behindertengerecht|behinderten wc|rollstuhl|akadalymentes|mozgasserult|pmr|handicapes",
    { wheelchair: "yes" },
  ],
  ["pissoir|pissoirs|urinal|urinals|urinoir|urinoirs|vizelde|piszoar", { urinal: "yes" }],
]);
const fillers = wordsOf(
  "and|und|es|et|with|mit|wc|toilet|toilets|toilette|toiletten|toilettes|only|nur|csak|public|publics|publiques|permanents|convenience|conveniences|lavatory|lavatories|sanisette|sanisettes|nyilvanos|offentliche|offentliches",
);

/** Whom a toilet is for, and what else its category says: 'female and male', 'Damen 1', 'barrierefrei 1, Pissoir'. */
export function readAudience(text: string): CellReading {
  const words = nameKey(text)
    .split(" ")
    .filter((word) => !/^\d*$/.test(word) && !fillers.has(word));
  const found: Record<string, string> = {};
  for (let at = 0; at < words.length; at++) {
    const ofTwo = audienceWords.get(words.slice(at, at + 2).join(" "));
    const tags = audienceWords.get(words[at]) ?? ofTwo;
    if (tags === undefined) return { tags: {}, rest: text };
    if (!audienceWords.has(words[at])) at++;
    Object.assign(found, tags);
  }
  const { urinal, ...tags } = found;
  const isUrinalAlone = urinal !== undefined && Object.keys(tags).length === 0;
  return {
    tags: { ...tags, ...(isUrinalAlone && { "toilets:position": "urinal" }) },
    rest: urinal !== undefined && !isUrinalAlone ? text : "",
  };
}

const levels = byWord([
  [
    "eg|e g|ground|ground floor|g|g floor|erdgeschoss|parterre|foldszint|fsz|rez de chaussee|rdc",
    "0",
  ],
  ["ug|basement|lower ground|lower ground floor|untergeschoss|keller|pince|alagsor|sous sol", "-1"],
  ["og|first|first floor|elso emelet|obergeschoss|premier etage|1er etage", "1"],
  ["second floor|masodik emelet|deuxieme etage", "2"],
]);

/** Level as OpenStreetMap has it, 0 being the ground floor; null for other words. */
export function levelOf(text: string): string | null {
  const plain = text.trim();
  if (/^-?\d{1,2}$/.test(plain)) return String(Number(plain));
  const [, number] =
    /^(-?\d{1,2})\s*(?:\.|st|nd|rd|th|er|e|eme|ème)?\s*(?:floor|level|emelet|szint|stock|og|obergeschoss|etage|étage)$/iu.exec(
      plain,
    ) ?? [];
  if (number !== undefined) return String(Number(number));
  return levels.get(nameKey(plain)) ?? null;
}

/** Means of payment by words that stand in a cell, or in the header of a column of yes and no. */
const payments: readonly (readonly [words: RegExp, tag: string])[] = [
  [
    /\b(?:coins?|cash|munzen?|muenzen?|bargeld|erme|ermes|keszpenz|pieces?|monnaie|especes)\b/,
    "payment:coins",
  ],
  [
    /\b(?:contactless|nfc|kontaktlos|erintoses|erintesmentes|sans contact)\b/,
    "payment:contactless",
  ],
  [
    /\b(?:cards?|karten?|kartenzahlung|bankkartya|kartya|cartes?|cb|debit|credit)\b/,
    "payment:cards",
  ],
  [/\b(?:app|apps|applikation|alkalmazas|mobil|mobile|appli|application)\b/, "payment:app"],
];

/** Means of payment that words name: 'Münzen, Karte'. */
export function readPayment(text: string, header: string): CellReading {
  const answer = yesNoOf(text);
  const key = answer === null ? nameKey(text) : headerKey(header);
  const named = payments.filter(([words]) => words.test(key));
  if (named.length === 0 || answer === "limited") return { tags: {}, rest: text };
  const value = answer ?? "yes";
  return { tags: Object.fromEntries(named.map(([, tag]) => [tag, value])), rest: "" };
}

const accesses = byWord([
  [
    "public|everyone|anyone|all|open to all|nyilvanos|mindenki|offentlich|oeffentlich|alle|tout public|libre",
    "yes",
  ],
  [
    "customers|customers only|customer|clients|kunden|gaste|nur fur gaste|nur fur kunden|vendegek|vendegeknek|vasarlok|clientele",
    "customers",
  ],
  ["key|with key|mit schlussel|schlussel|kulcs|kulccsal|cle|avec cle", "key"],
  ["private|staff|staff only|privat|personal|magan|prive", "private"],
]);

/** Who may enter. A column of yes and no says it only where its header names a key. */
export function readAccess(text: string, header: string): CellReading {
  const access = accesses.get(nameKey(text));
  if (access !== undefined) return { tags: { access }, rest: "" };
  const asksKey = /\b(?:key|schlussel|kulcs|cle)\b/.test(headerKey(header));
  const answer = asksKey ? yesNoOf(text) : null;
  if (answer === "yes") return { tags: { access: "key" }, rest: "" };
  return { tags: {}, rest: answer === "no" ? "" : text };
}

const equipments = byWord<Tags>([
  ["euro key|eurokey|euroschlussel|euro schlussel|eurokulcs", { centralkey: "eurokey" }],
  ["radar key|radar|national key scheme", { centralkey: "radar" }],
  [
    "changing table|baby change|baby changing|wickeltisch|wickelraum|wickelmoglichkeit|pelenkazo|table a langer",
    { changing_table: "yes" },
  ],
  ["shower|showers|dusche|duschen|zuhany|zuhanyzo|douche|douches", { shower: "yes" }],
  ["drinking water|trinkwasser|ivoviz|eau potable", { drinking_water: "yes" }],
  [
    "wheelchair access|wheelchair accessible|barrierefrei|rollstuhlgerecht|akadalymentes|accessible pmr",
    { wheelchair: "yes" },
  ],
  [
    "hand basin|handwashing|waschbecken|handwaschbecken|kezmoso|lavabo",
    { "toilets:handwashing": "yes" },
  ],
]);

/** A list of what a toilet has: 'Wickeltisch, Euro Key'. */
export function readEquipment(text: string): CellReading {
  const parts = text.split(/\s*[,;/\n]\s*/).filter((part) => part !== "");
  const found: Record<string, string> = {};
  const rest = parts.filter((part) => {
    const tags = equipments.get(nameKey(part));
    Object.assign(found, tags);
    return tags === undefined && yesNoOf(part) !== "no";
  });
  return { tags: found, rest: rest.join(", ") };
}
