import { expect, it } from "vitest";
import { publishedUser } from "#tests/support/accounts/published-hash.ts";
import { computeMovedHash, formatMovedHash, parseMovedHash } from "./moved-passwords.ts";

const parameters = {
  signerKey: Buffer.from(
    "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==",
    "base64",
  ),
  saltSeparator: Buffer.from("Bw==", "base64"),
  rounds: 8,
  memoryCost: 14,
};
const salt = Buffer.from(publishedUser.salt, "base64");

it("computes the hash that the provider has published for a password", async () => {
  const hash = await computeMovedHash(parameters, salt, publishedUser.password);
  expect(hash.toString("base64")).toBe(publishedUser.passwordHash);
});

it.each([
  ["another password", parameters, "User1password"],
  ["other rounds", { ...parameters, rounds: 7 }, publishedUser.password],
  ["another cost", { ...parameters, memoryCost: 13 }, publishedUser.password],
  ["another separator", { ...parameters, saltSeparator: Buffer.from([8]) }, publishedUser.password],
])("computes another hash for %s", async (_, given, password) => {
  const hash = await computeMovedHash(given, salt, password);
  expect(hash.toString("base64")).not.toBe(publishedUser.passwordHash);
});

it("stores a hash in place of ours, and distinguishes it from ours", () => {
  const moved = { parametersId: 7, salt, hash: Buffer.from("a hash") };
  expect(parseMovedHash(formatMovedHash(moved))).toEqual(moved);
  const ours = `${"0".repeat(32)}:${"0".repeat(128)}`;
  for (const text of [
    ours,
    "",
    "moved",
    "moved:7:salt:",
    "moved:seven:salt:hash",
    "moved::salt:hash",
  ]) {
    expect(parseMovedHash(text)).toBeNull();
  }
});
