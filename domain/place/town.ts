/**
 * Key of a town: two names are the same town where they differ in case and spaces alone
 * (docs/product#towns). Empty for a place without a town.
 */
export function townKey(name: string): string {
  return name.normalize("NFC").trim().replace(/\s+/gu, " ").toLocaleLowerCase("hu");
}
