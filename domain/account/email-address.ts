/** Longest address that can be delivered to, and longest part before the @ (RFC 5321, 4.5.3.1). */
const maxLength = 254;
const maxLocalLength = 64;

/**
 * What an e-mail field of a page takes (the HTML standard's `type=email`), with a dot demanded in
 * the domain. A domain with letters beyond ASCII comes in its `xn--` form, as browsers send it.
 */
const pattern =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i;

/**
 * The address that someone typed, as accounts keep it: without surrounding spaces, in lower case.
 * Null for what is no address; an empty text is one of those (`error.emptyemail` is the asker's to
 * tell apart).
 */
export function parseEmailAddress(text: string): string | null {
  const address = text.trim().toLowerCase();
  if (address.length > maxLength || address.indexOf("@") > maxLocalLength) return null;
  return pattern.test(address) ? address : null;
}
