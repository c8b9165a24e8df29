import { describe, expect, it } from "vitest";
import { checkChosenPassword, checkRegistration } from "./read-account-form.ts";

function form(fields: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

const good = { email: "a@b.hu", password: "Abcdef1!", confirmation: "Abcdef1!" };

describe("checkRegistration", () => {
  it.each([
    ["nothing in a good form", good, null],
    [
      "the missing address before the password",
      { ...good, email: " ", password: "" },
      "error.emptyemail",
    ],
    ["the password before its confirmation", { ...good, password: "abc" }, "error.characters"],
    ["a confirmation that differs", { ...good, confirmation: "Abcdef1?" }, "error.samepassword"],
    ["a form without the fields", {}, "error.emptyemail"],
  ])("finds %s", (_, fields, code) => {
    expect(checkRegistration(form(fields))).toBe(code);
  });
});

describe("checkChosenPassword", () => {
  it("does not check an address", () => {
    const { password, confirmation } = good;
    expect(checkChosenPassword(form({ password, confirmation }))).toBeNull();
  });
});
