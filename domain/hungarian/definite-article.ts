/**
 * The Hungarian definite article of a name as it is read aloud: `az` before a vowel, `a` before a
 * consonant. Figures and Roman ordinals are read as words (`az 5.`, ötödik; `a II.`, második), and
 * letters that stand alone by their names (`az M3`, em-három).
 */
export function definiteArticle(name: string): "a" | "az" {
  const text = name.normalize("NFC").replace(/^[^\p{L}\p{N}]+/u, "");
  return startsWithVowel(text) ? "az" : "a";
}

function startsWithVowel(text: string): boolean {
  const figures = /^\d[\d ]*/.exec(text)?.[0];
  if (figures) return isNumberReadWithVowel(figures.replaceAll(" ", ""));
  const ordinal = /^([IVXLCDM]+)\./.exec(text)?.[1];
  if (ordinal) return ordinalsReadWithVowel.test(ordinal);
  const single = /^\p{L}(?!\p{L})/u.exec(text)?.[0];
  if (single) return lettersReadWithVowel.has(single.toLowerCase());
  return vowels.has(text.charAt(0).toLowerCase());
}

/** Vowels, and `y`, which begins no Hungarian word but names such as Ybl, read as `i`. */
const vowels = new Set("aáeéiíoóöőuúüűyäàâèêëîïôùûøåæ");

/** Vowels, and consonants whose names begin with one: ef, el, em, en, er, es, iksz, ipszilon. */
const lettersReadWithVowel = new Set([...vowels, ..."flmnrsxy"]);

/** I (első), V (ötödik) and L… (ötven…); all others begin with a consonant, VI (hatodik) too. */
const ordinalsReadWithVowel = /^(I|V|L.*)$/;

/** 1 (egy), 5 (öt), 50… (ötven), 500… (ötszáz) and so on in thousands, and 1000…1999 (ezer). */
function isNumberReadWithVowel(figures: string): boolean {
  const digits = figures.replace(/^0+(?=.)/, "");
  const leading = digits.slice(0, ((digits.length - 1) % 3) + 1);
  if (leading.startsWith("5")) return true;
  return leading === "1";
}
