import { describe, expect, test } from "vitest";
import { checkConfirmation, checkNewPassword, specialCharacters } from "./password-rules.ts";

const good = "Abcdef1!";

describe("checkNewPassword", () => {
  test.each<[string, string, string | null]>([
    ["7 characters", "Abcde1!", "error.characters"],
    ["8 characters", good, null],
    ["20 characters", `${good}${"x".repeat(12)}`, null],
    ["21 characters", `${good}${"x".repeat(13)}`, "error.characters"],
    ["nothing", "", "error.characters"],
    ["7 code points in 14 units", "😀😀😀😀A1!", "error.characters"],
    ["8 code points, one of them in 2 units", "Abcde1!😀", null],
    ["20 code points in 32 units", `${good}${"😀".repeat(12)}`, null],
    ["a capital and no small letter", "ABCDEF1!", "error.lowercase"],
    ["á as its only small letter", "ABCDEá1!", null],
    ["ß as its only small letter", "ABCDEß1!", null],
    ["a small letter as base and mark", "ABCDEa\u03011!", null],
    ["a letter without case", "ABCDE中1!", "error.lowercase"],
    ["no capital", "abcdef1!", "error.uppercase"],
    ["Ő as its only capital", "Őbcdef1!", null],
    ["no digit", "Abcdefg!", "error.number"],
    ["an Arabic-Indic digit", "Abcdef٣!", null],
    ["a fraction, which is not a decimal digit", "Abcdef½!", "error.number"],
    ["a Roman numeral, which is not a decimal digit", "AbcdefⅧ!", "error.number"],
    ["no special character", "Abcdefg1", "error.special"],
    ["a sign that is not in the list", "Abcdef1_", "error.special"],
    ["a space, which is not in the list", "Abcdef1 ", "error.special"],
    ["a full-width exclamation mark", "Abcdef1！", "error.special"],
  ])("%s: %s → %s", (_name, password, code) => {
    expect(checkNewPassword(password)?.code ?? null).toBe(code);
  });

  test.each([
    ["a common password with a capital", "P@ssw0rd", "error.common"],
    ["one with capitals elsewhere", "p@SSw0RD", "error.common"],
    ["one with a letter more", "P@ssw0rds", null],
    ["the longest of them", "Nick1234-rem936", "error.common"],
    ["one that another rule refuses first", "p@ssw0rd", "error.uppercase"],
  ])("%s: %s → %s", (_name, password, code) => {
    expect(checkNewPassword(password)?.code ?? null).toBe(code);
  });

  test.each([...specialCharacters])("%s is special", (character) => {
    expect(checkNewPassword(`Abcdef1${character}`)).toBeNull();
  });

  test("has the special characters of docs/product#password-rules and no others", () => {
    const found = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit)).filter(
      (character) => checkNewPassword(`Abcdef1${character}`) === null,
    );
    expect(found.toSorted()).toEqual([..."!?.,€@#$%^&*-:"].toSorted());
  });

  test.each([
    ["", "error.characters"],
    ["       ", "error.characters"],
    ["        ", "error.lowercase"],
    ["aaaaaaaa", "error.uppercase"],
    ["Aaaaaaaa", "error.number"],
    ["Aaaaaaa1", "error.special"],
    ["Aaaaaa1-", null],
  ])("returns the first of several errors: '%s' → %s", (password, code) => {
    expect(checkNewPassword(password)?.code ?? null).toBe(code);
  });

  test("returns the values for the messages", () => {
    expect(checkNewPassword("x")).toEqual({ code: "error.characters", min: 8, max: 20 });
    expect(checkNewPassword("Aaaaaaa1")).toEqual({
      code: "error.special",
      characters: "! ? . , € @ # $ % ^ & * - :",
    });
  });
});

describe("checkConfirmation", () => {
  test.each([
    [good, good, null],
    [good, "", "error.samepassword"],
    [good, `${good} `, "error.samepassword"],
    [good, good.toLowerCase(), "error.samepassword"],
    ["", "", null],
  ])("'%s' and '%s' → %s", (password, confirmation, code) => {
    expect(checkConfirmation(password, confirmation)?.code ?? null).toBe(code);
  });
});
