/**
 * Maximum length of an address that can be delivered to, and of the part before the @ (RFC 5321, 4.5.3.1).
 */
const maxLength = 254;
const maxLocalLength = 64;

/**
 * Pattern of an e-mail field on a page (the HTML standard's `type=email`), with a dot required in the domain.
 * A domain with letters beyond ASCII comes in its `xn--` form, as browsers send it.
 */
const pattern =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i;

/**
 * The typed address as accounts store it: without surrounding spaces, in lower case. Null for a text that is
 * not an address, an empty text among them (the caller tells `error.emptyemail` apart).
 */
export function parseEmailAddress(text: string): string | null {
  const address = text.trim();
  if (address.length > maxLength || address.indexOf("@") > maxLocalLength) return null;
  // Before it is lowered: the Kelvin sign (U+212A) would become a k.
  return pattern.test(address) ? address.toLowerCase() : null;
}
