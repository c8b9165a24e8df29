const tokenBytes = 16;

/** A name for the questions that lead to one address: some map providers count by it. */
export function newSearchSession(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(tokenBytes));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
