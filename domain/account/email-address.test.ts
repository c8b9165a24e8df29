import { expect, test } from "vitest";
import { parseEmailAddress } from "./email-address.ts";

test.each([
  "anna@example.org",
  "a@b.hu",
  "kiss.anna+mosdo@posta.example.hu",
  "o'brien@example.ie",
  "anna@xn--rvztr-zqa3a.hu",
  `${"a".repeat(64)}@example.org`,
])("accepts %s", (email) => {
  expect(parseEmailAddress(email)).toBe(email);
});

test("trims spaces and converts to lower case", () => {
  expect(parseEmailAddress("  Anna@Example.ORG\n")).toBe("anna@example.org");
});

test.each([
  "",
  " ",
  "anna",
  "anna@",
  "@example.org",
  "anna@localhost",
  "anna@example.",
  "anna@.hu",
  "anna@exa mple.hu",
  "an na@example.hu",
  "anna@a@example.hu",
  "anna@-example.hu",
  "anna@example-.hu",
  "anna@example..hu",
  "anna@example.hu, other@example.hu",
  "Anna <anna@example.hu>",
  "\u212aate@example.org",
  "kate@\u212aate.org",
  "ann\u0131@example.org",
  "\u017fara@example.org",
  "anna@example.hu\r\nBcc: other@example.hu",
  `${"a".repeat(65)}@example.org`,
  `a@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.${"e".repeat(60)}.example.org`,
])("refuses '%s'", (text) => {
  expect(parseEmailAddress(text)).toBeNull();
});
