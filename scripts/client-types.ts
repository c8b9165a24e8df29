import { createHash } from "node:crypto";

/**
 * First line of the client's types, by which a test recognises the description that they were made
 * from.
 */
export function clientTypesHeading(document: object): string {
  const digest = createHash("sha256").update(JSON.stringify(document)).digest("hex");
  return `// Made by \`npm run client:types\` from the API's description ${digest.slice(0, 16)}.\n`;
}
