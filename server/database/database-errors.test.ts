import { expect, it } from "vitest";
import {
  DatabaseUnavailable,
  isDatabaseUnavailable,
  readWithin,
  recordUnavailable,
  throwingUnavailable,
} from "./database-errors.ts";

const coded = (code: string) => Object.assign(new Error(code), { code });

it.each([
  ["08000"],
  ["08006"],
  ["53000"],
  // A full disk.
  ["53100"],
  ["53200"],
  // Too many connections.
  ["53300"],
  ["57P01"],
  ["57P02"],
  ["57P03"],
  ["57014"],
  ["58030"],
  ["25006"],
])("reads %s as a database that is away", (code) => {
  expect(isDatabaseUnavailable(coded(code))).toBe(true);
  expect(isDatabaseUnavailable(new Error("while reading", { cause: coded(code) }))).toBe(true);
});

it.each([["23505"], ["22012"], ["42P01"], ["40001"], ["57000"], ["5310"], ["ECONNREFUSED"]])(
  "does not read %s as a database that is away",
  (code) => {
    expect(isDatabaseUnavailable(coded(code))).toBe(false);
  },
);

it.each([[null], [undefined], ["08006"], [{ code: "08006" }], [new Error("08006")]])(
  "does not read %o as a database that is away",
  (error) => {
    expect(isDatabaseUnavailable(error)).toBe(false);
  },
);

it("throws the database's error from work that hides it", async () => {
  const unavailable = new DatabaseUnavailable("gone");
  const work = throwingUnavailable(async () => {
    await Promise.resolve();
    recordUnavailable(coded("23505"));
    recordUnavailable(unavailable);
    recordUnavailable(new DatabaseUnavailable("gone again"));
    return "an answer of its own";
  });
  await expect(work).rejects.toBe(unavailable);
});

it("returns the value of work while the database was available", async () => {
  recordUnavailable(new DatabaseUnavailable("of someone else"));
  expect(await throwingUnavailable(async () => "answer")).toBe("answer");
});

it("waits until the limit, and not longer", async () => {
  expect(await readWithin(1_000, Promise.resolve("read"))).toBe("read");
  await expect(readWithin(10, new Promise(() => {}))).rejects.toBeInstanceOf(DatabaseUnavailable);
  await expect(readWithin(1_000, Promise.reject(new Error("other")))).rejects.toThrow("other");
});
