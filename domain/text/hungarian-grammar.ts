/**
 * Hungarian definite article of a name, by its pronunciation: `az` before a vowel, `a` before a consonant. Digits
 * and Roman ordinals are pronounced as words (`az 5.`, ötödik; `a II.`, második), and single letters by their names
 * (`az M3`, em-három).
 */
export function definiteArticle(name: string): "a" | "az" {
  const text = name.normalize("NFC").replace(/^[^\p{L}\p{N}]+/u, "");
  return startsWithVowel(text) ? "az" : "a";
}

function startsWithVowel(text: string): boolean {
  const digits = /^\d[\d ]*/.exec(text)?.[0];
  if (digits) return isNumberReadWithVowel(digits.replaceAll(" ", ""));
  const ordinal = /^([IVXLCDM]+)\./.exec(text)?.[1];
  if (ordinal) return ordinalsReadWithVowel.test(ordinal);
  const single = /^\p{L}(?!\p{L})/u.exec(text)?.[0];
  if (single) return lettersReadWithVowel.has(single.toLowerCase());
  return vowels.has(text.charAt(0).toLowerCase());
}

/** Vowels, and `y`, which begins only names such as Ybl and is pronounced as `i`. */
const vowels = new Set("aáeéiíoóöőuúüűyäàâèêëîïôùûøåæ");

/** Vowels, and consonants whose names begin with a vowel: ef, el, em, en, er, es, iksz, ipszilon. */
const lettersReadWithVowel = new Set([...vowels, ..."flmnrsxy"]);

/** I (első), V (ötödik) and L… (ötven…); all others begin with a consonant, VI (hatodik) too. */
const ordinalsReadWithVowel = /^(I|V|L.*)$/;

/** 1 (egy), 5 (öt), 50… (ötven), 500… (ötszáz) and so on in thousands, and 1000…1999 (ezer). */
function isNumberReadWithVowel(text: string): boolean {
  const digits = text.replace(/^0+(?=.)/, "");
  const leading = digits.slice(0, ((digits.length - 1) % 3) + 1);
  if (leading.startsWith("5")) return true;
  return leading === "1";
}

/** Case of a street: on it (superessive, -n) or onto it (sublative, -ra/-re). */
export type StreetCase = "on" | "onto";

/**
 * Hungarian street name with article and suffix: `a Kossuth utcán`, `az Andrássy útra`. Null for a name that does
 * not end in a Hungarian word for a street: the suffix of a foreign name depends on its pronunciation, and a wrong
 * suffix is worse than none.
 */
export function streetWithSuffix(name: string, streetCase: StreetCase): string | null {
  const text = name
    .normalize("NFC")
    .trim()
    .replace(/ u\.$/, " utca")
    .replace(/ krt\.$/, " körút");
  const last = /\p{L}+$/u.exec(text)?.[0];
  if (!last) return null;
  const [, on, onto] = kinds.find(([kind]) => last.toLowerCase().endsWith(kind)) ?? [];
  const suffix = streetCase === "on" ? on : onto;
  if (suffix === undefined) return null;
  return `${definiteArticle(text)} ${addSuffix(text, suffix)}`;
}

/** A final a or e becomes long before a suffix. */
function addSuffix(text: string, suffix: string): string {
  return text.replace(/a$/, "á").replace(/e$/, "é") + suffix;
}

/**
 * Last words of street names, plain or possessive (`útja`), and the suffixes of both cases. The first match counts,
 * so a longer word comes before one that it ends in.
 */
const kinds: readonly (readonly [kind: string, on: string, onto: string])[] = [
  ["utca", "n", "ra"],
  ["utcája", "n", "ra"],
  ["útja", "n", "ra"],
  ["út", "on", "ra"],
  ["tér", "en", "re"],
  ["tere", "n", "re"],
  ["köz", "ön", "re"],
  ["köze", "n", "re"],
  ["sor", "on", "ra"],
  ["sora", "n", "ra"],
  ["sétány", "on", "ra"],
  ["sétánya", "n", "ra"],
  ["rakpart", "on", "ra"],
  ["part", "on", "ra"],
  ["híd", "on", "ra"],
  ["lépcső", "n", "re"],
  ["ösvény", "en", "re"],
  ["dűlő", "n", "re"],
  ["park", "on", "ra"],
  ["parkja", "n", "ra"],
  ["kert", "en", "re"],
  ["liget", "en", "re"],
  ["udvar", "on", "ra"],
  ["piac", "on", "ra"],
  ["telep", "en", "re"],
  ["gát", "on", "ra"],
  ["alagút", "on", "ra"],
  ["aluljáró", "n", "ra"],
  ["felüljáró", "n", "ra"],
  ["átjáró", "n", "ra"],
  ["árok", "on", "ra"],
  ["lejtő", "n", "re"],
  ["domb", "on", "ra"],
  ["hegy", "en", "re"],
  ["völgy", "ön", "re"],
  ["negyed", "en", "re"],
  ["sziget", "en", "re"],
  ["pálya", "n", "ra"],
  ["ív", "en", "re"],
  ["zug", "on", "ra"],
  ["kapu", "n", "ra"],
  ["bástya", "n", "ra"],
  ["promenád", "on", "ra"],
  ["korzó", "n", "ra"],
];
