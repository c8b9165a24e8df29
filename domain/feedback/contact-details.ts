/** An e-mail address, as people write it in a sentence. */
const emailAddress = /[^\s@<>()]+@[^\s@<>()]+\.\p{L}{2,}/u;

/** A number with its country's code, or with the 0 in front that is dialled: 8 to 15 digits, apart or not. */
const phoneNumber = /(?<![\d.])(?:\+|0)\d(?:[ ()/.-]{0,2}\d){6,13}(?![\d.]*\d)/gu;

/** A day, such as `08.05.2024`, which looks like such a number. */
const day = /^\d{1,2}([./-]) ?\d{1,2}\1 ?\d{2,4}$/;

/** Whether a text has a phone number or an e-mail address in it (docs/product#contact-details-in-reviews). */
export function hasContactDetails(text: string): boolean {
  if (emailAddress.test(text)) return true;
  return [...text.matchAll(phoneNumber)].some(([found]) => !day.test(found));
}
