/** Maximum length of a deliverable address, and of the part before the @ (RFC 5321, 4.5.3.1). */
const maxLength = 254;
const maxLocalLength = 64;

/**
 * Pattern of an e-mail field on a page (the HTML standard's `type=email`), with a dot required in the domain.
 * A domain with letters beyond ASCII comes in its `xn--` form, as browsers send it.
 */
const pattern =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i;

/**
 * Typed e-mail address in the form of the accounts: trimmed, in lower case. Null for any other text, also an
 * empty one (for `error.emptyemail` callers check that first).
 */
export function parseEmailAddress(text: string): string | null {
  const email = text.trim();
  if (email.length > maxLength || email.indexOf("@") > maxLocalLength) return null;
  // Before lower case: the Kelvin sign (U+212A) would become a k.
  return pattern.test(email) ? email.toLowerCase() : null;
}
