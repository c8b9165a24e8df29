/** Pages that everyone may open, on the server with sample places, each in a state that tests can rely on. */
export const everyPage = [
  // A list with unknown opening times, and one that is empty.
  "/places?open=1&per_page=4&sort=distance&near=19.04,47.5",
  "/places?free=1&bbox=-40,30,-30,40",
  "/places/1",
  "/places/1/sign",
  "/towns",
  "/offline",
  "/towns/Budapest",
  "/data",
  "/for-your-website",
  "/guide",
  "/card",
  "/privacy",
  "/imprint",
  "/accessibility",
  "/terms",
  "/login",
  "/register",
  "/forgotpassword",
  "/birthday",
  "/api/docs",
  // An address that is wrong, and one that does not exist.
  "/places?sort=nonsense",
  "/nowhere",
] as const;

/** The address of a page in one language. */
export function inLanguage(path: string, language: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}lang=${language}`;
}
