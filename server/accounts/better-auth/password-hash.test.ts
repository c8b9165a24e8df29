import { expect, it } from "vitest";
import { hashPassword, verifyPassword } from "./password-hash.ts";

it("knows the password again, and no other", async () => {
  const hash = await hashPassword("Jelszó-123");
  expect(hash).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/);
  expect(await verifyPassword({ hash, password: "Jelszó-123" })).toBe(true);
  expect(await verifyPassword({ hash, password: "Jelszo-123" })).toBe(false);
});

it("takes a letter with its accent in either form", async () => {
  const hash = await hashPassword("Jelsz\u00f3-123");
  expect(await verifyPassword({ hash, password: "Jelszo\u0301-123" })).toBe(true);
});

it("salts: two hashes of one password differ", async () => {
  expect(await hashPassword("Jelszó-123")).not.toBe(await hashPassword("Jelszó-123"));
});

it.each(["", "abc", "abc:", ":", "abc:00"])("finds no password behind %o", async (hash) => {
  expect(await verifyPassword({ hash, password: "" })).toBe(false);
});

it("works off any number of them", async () => {
  const hashes = await Promise.all(Array.from({ length: 6 }, () => hashPassword("x")));
  expect(new Set(hashes).size).toBe(6);
});
