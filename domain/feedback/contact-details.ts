/** E-mail address within a sentence. */
const emailAddress = /[^\s@<>()]+@[^\s@<>()]+\.\p{L}{2,}/u;

/** Phone number with country code or with the trunk prefix 0: 8 to 15 digits, with or without separators. */
const phoneNumber = /(?<![\d.])(?:\+|0)\d(?:[ ()/.-]{0,2}\d){6,13}(?![\d.]*\d)/u;

const day = String.raw`\d{1,2}[./-] ?\d{1,2}[./-] ?(?:(?:19|20)\d\d|\d\d)`;
const dayOfYear = String.raw`\d{1,2}\.\d{1,2}\.?`;
const time = String.raw`\d{1,2}[.:]\d\d`;
const to = " ?(?:[-–]|bis) ?";

/** Days, and ranges of days and times, which resemble phone numbers: `08.05.2024`, `01.05.-30.09.`, `08.00-18.00`. */
const daysAndTimes = new RegExp(
  String.raw`(?<![\d+]|\d[./-])(?:${day}(?:${to}${day})?|${dayOfYear}${to}${dayOfYear}|${time}${to}${time})(?![./-]?\d)`,
  "gu",
);

/** Whether a text contains a phone number or an e-mail address (docs/product#contact-details-in-reviews). */
export function hasContactDetails(text: string): boolean {
  return emailAddress.test(text) || phoneNumber.test(text.replaceAll(daysAndTimes, "–"));
}
