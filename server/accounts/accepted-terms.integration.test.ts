import { expect, test } from "vitest";
import { addAccount } from "#tests/support/accounts/add-account.ts";
import { createTestDatabase } from "#tests/support/database/test-database.ts";
import { acceptTerms, acceptTermsAtRegistration, lacksTerms } from "./accepted-terms.ts";

const first = "2026-11-23 a";
const second = "2027-01-01 b";

test("an account accepts each version of the terms once, with its time", async () => {
  await using db = await createTestDatabase();
  const { database } = db;
  const anna = await addAccount(database, "anna@example.org");
  const bela = await addAccount(database, "bela@example.org");
  const now = { database, termsVersion: first };
  expect(await lacksTerms(now, anna)).toBe(true);
  expect(await acceptTerms(now, anna)).toBe(true);
  expect(await lacksTerms(now, anna)).toBe(false);
  expect(await lacksTerms(now, bela)).toBe(true);

  const stored = () =>
    database.selectFrom("accepted_terms").selectAll().orderBy("version").execute();
  const [once] = await stored();
  expect(once).toMatchObject({ account_id: anna, version: first, accepted_at: expect.any(Date) });
  expect(await acceptTerms(now, anna)).toBe(true);
  expect(await stored()).toEqual([once]);

  // Other terms: everyone has to accept them again, and earlier acceptances stay stored.
  const later = { database, termsVersion: second };
  expect(await lacksTerms(later, anna)).toBe(true);
  await acceptTerms(later, anna);
  expect(await lacksTerms(later, anna)).toBe(false);
  expect((await stored()).map(({ version }) => version)).toEqual([first, second]);
});

test("a registration accepts for its own account alone", async () => {
  await using db = await createTestDatabase();
  const { database } = db;
  const anna = await addAccount(database, "anna@example.org");
  const bela = await addAccount(database, "bela@example.org");
  const deps = { database, termsVersion: first };
  expect(await acceptTermsAtRegistration(deps, "anna@example.org")).toBe(true);
  expect(await acceptTermsAtRegistration(deps, "nobody@example.org")).toBe(false);
  expect(await lacksTerms(deps, anna)).toBe(false);
  expect(await lacksTerms(deps, bela)).toBe(true);
});

test("nothing is stored for a deleted account, nor where there are no terms", async () => {
  await using db = await createTestDatabase();
  const { database } = db;
  const anna = await addAccount(database, "anna@example.org");
  expect(await acceptTerms({ database, termsVersion: first }, "nobody")).toBe(false);
  const none = { database, termsVersion: null };
  expect(await lacksTerms(none, anna)).toBe(false);
  expect(await acceptTerms(none, anna)).toBe(true);
  expect(await database.selectFrom("accepted_terms").selectAll().execute()).toEqual([]);
});
