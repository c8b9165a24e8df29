/** What may stand between two digits of a phone number; a comma and a blank are between two numbers. */
const between = String.raw`(?!,\s)[^\p{L}\d]{0,3}`;

/** Phone number with country code or with the trunk prefix 0: 8 to 15 digits, with or without separators. */
const phoneNumber = new RegExp(
  String.raw`(?<![\d.,])(?:\+${between}\d|0 ?\d)(?:${between}\d){6,13}(?![\d.]*\d)`,
  "u",
);

/** International bank account number (ISO 13616), in groups or not, or a Hungarian one. */
const bankAccount = /\b\p{L}{2}\d\d(?: ?[\dA-Z]{4}){3,}|\b\d{8}[ -]\d{8}(?:[ -]\d{8})?\b/u;

const at = String.raw`(?:@| ?[([{] ?(?:at|kukac) ?[)\]}] ?| kukac )`;
const dot = String.raw`(?:\.| ?[([{] ?(?:dot|pont|punkt) ?[)\]}] ?| (?:dot|pont|punkt) )`;

/** E-mail address within a sentence, with `@` and `.` as signs or in words. */
const emailAddress = new RegExp(
  String.raw`[^\s@<>()[\]]{1,64}(?:${at}[^\s@<>()[\]]{1,64}?${dot}| at \S{1,64} dot )\p{L}{2,}`,
  "iu",
);

/** Link, or a domain name of an ending that is no word of our languages. */
const link =
  /\bhttps?:\/\/|\bwww\.|[\p{L}\d-]\.(?:com|net|org|eu|hu|info|io|gg|ru)\b|\b(?:t|wa|fb|m)\.me\//iu;

const messenger =
  /\b(?:whatsapp|telegram|viber|wechat|snapchat|instagram|messenger|tiktok|skype|discord|signal(?=\W{0,3}[+@\d]))\b/iu;

const day = String.raw`\d{1,2}[./-] ?\d{1,2}[./-] ?(?:(?:19|20)\d\d|\d\d)`;
const dayOfYear = String.raw`\d{1,2}\.\d{1,2}\.?`;
const time = String.raw`\d{1,2}[.:]\d\d`;
const to = " ?(?:[-–]|bis) ?";
const times = `${time}${to}${time}`;

/** Days, times and ranges of them, which resemble phone numbers: `08.05.2024`, `01.05.-30.09.`, `08.00-18.00`. */
const daysAndTimes = new RegExp(
  String.raw`(?<![\d+]|\d[./-])(?:${day}(?:${to}${day})?|${dayOfYear}${to}${dayOfYear}|${times}(?:[/,;] ?${times})*|\d{1,2}:\d\d(?!:))(?![./-]?\d)`,
  "gu",
);

/**
 * Whether a text contains a phone number, an e-mail address, a bank account, a link or the name of a messenger, in any
 * spelling that a reader would take for one (docs/product#contact-details-in-reviews).
 */
export function hasContactDetails(text: string): boolean {
  const plain = asTyped(text);
  const found = [emailAddress, bankAccount, link, messenger];
  return (
    found.some((pattern) => pattern.test(plain)) ||
    phoneNumber.test(withDigits(plain).replaceAll(daysAndTimes, "–"))
  );
}

/** The text in compatibility characters (UAX #15, NFKC), without invisible ones, with digits of any script as ours. */
function asTyped(text: string): string {
  return text
    .normalize("NFKC")
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replaceAll(/[^\P{Nd}\d]/gu, digitOf);
}

/** Value of a digit of any script, each of which has its ten digits in a row. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  const before = Array.from({ length: 9 }, (_, n) => String.fromCodePoint(code - 1 - n));
  const zeroAt = before.findIndex((character) => !/\p{Nd}/u.test(character));
  return String(zeroAt === -1 ? 9 : zeroAt);
}

/** Letters beside digits that stand for digits: `O6 3O` for `06 30`. */
function withDigits(text: string): string {
  const beside = (letters: string) =>
    new RegExp(
      String.raw`(?<!\p{L})[${letters}](?=${between}\d)|(?<=\d)[${letters}](?!\p{L})`,
      "gu",
    );
  return text.replaceAll(beside("oO"), "0").replaceAll(beside("lI|"), "1");
}
