/**
 * Text of bytes in UTF-8, UTF-16, Windows-1250, Windows-1252 or ISO 8859-2, without a byte order mark.
 *
 * A text that is not Unicode is in the encoding by which most of its letters belong to one language. Where several are
 * equal, the home country decides.
 *
 * @param homeCountry ISO 3166-1 alpha-2; null for none
 */
export function decodeText(bytes: Uint8Array, homeCountry: string | null): string {
  return new TextDecoder(encodingOf(bytes, homeCountry)).decode(bytes);
}

function encodingOf(bytes: Uint8Array, homeCountry: string | null): string {
  const unicode = utf16Of(bytes);
  if (unicode !== null) return unicode;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return "utf-8";
  } catch {
    return singleByteEncodingOf(bytes, homeCountry);
  }
}

/** UTF-16 by its byte order mark, or by the zero bytes of Latin letters; null for another encoding. */
function utf16Of(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const zeros = [0, 0];
  const length = Math.min(bytes.length, 4_000);
  for (let at = 0; at < length; at++) if (bytes[at] === 0) zeros[at % 2]++;
  const isMost = (count: number) => count > length * 0.35;
  if (isMost(zeros[1]) && zeros[0] * 10 < zeros[1]) return "utf-16le";
  if (isMost(zeros[0]) && zeros[1] * 10 < zeros[0]) return "utf-16be";
  return null;
}

/** Letters beyond ASCII by language. */
const central = {
  hu: "áéíóöőúüű",
  sk: "áäčďéíĺľňóôŕšťúýž",
  cs: "áčďéěíňóřšťúůýž",
  pl: "ąćęłńóśźż",
  hr: "čćđšž",
  ro: "ăâîşţ",
  de: "äöüß",
};
const western = {
  de: "äöüß",
  fr: "àâæçéèêëîïôœùûüÿ",
  es: "áéíñóúü",
  it: "àèéìòù",
  nordic: "åäæöøé",
  pt: "áâãàçéêíóôõú",
};

/** Marks beyond ASCII that texts of any language have. */
const marks = "€§°–—‘’‚“”„•…«»´·×½¼²³\u00a0";

const encodings = [
  { name: "windows-1250", alphabets: Object.values(central) },
  { name: "iso-8859-2", alphabets: Object.values(central) },
  { name: "windows-1252", alphabets: Object.values(western) },
];

const centralCountries = "HU SK CZ PL HR SI RO BA RS";

function singleByteEncodingOf(bytes: Uint8Array, homeCountry: string | null): string {
  const isCentral = homeCountry !== null && centralCountries.includes(homeCountry);
  const candidates = isCentral ? encodings : encodings.toReversed();
  const scored = candidates.map(({ name, alphabets }) => {
    const letters = new TextDecoder(name)
      .decode(bytes)
      .replaceAll(/[\0-\x7f]/g, "")
      .toLowerCase();
    const strangers = alphabets.map((alphabet) => countOutside(letters, alphabet + marks));
    return { name, strangers: Math.min(...strangers) };
  });
  return scored.reduce((best, next) => (next.strangers < best.strangers ? next : best)).name;
}

function countOutside(letters: string, alphabet: string): number {
  let count = 0;
  for (const letter of letters) if (!alphabet.includes(letter)) count++;
  return count;
}
