import { describe, expect, it } from "vitest";
import {
  type AccountFormSchema,
  accountDeletionSchema,
  checkAccountForm,
  passwordChangeSchema,
  registrationSchema,
  resetRequestSchema,
  resetSchema,
  signInSchema,
} from "./account-forms.ts";

function form(fields: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

/** Code of the form's validation error; null for a valid form. */
function errorIn(schema: AccountFormSchema, fields: Record<string, string>) {
  const checked = checkAccountForm(schema, form(fields));
  return checked.ok ? null : checked.code;
}

const good = { email: "a@b.hu", password: "Abcdef1!", confirmation: "Abcdef1!", terms: "1" };

describe("registrationSchema", () => {
  it.each([
    ["nothing in a good form", good, null],
    [
      "the missing address before the password",
      { ...good, email: " ", password: "" },
      "error.emptyemail",
    ],
    ["the password before its confirmation", { ...good, password: "abc" }, "error.characters"],
    [
      "the first rule that the password breaks",
      { ...good, password: "abcdefgh" },
      "error.uppercase",
    ],
    ["a confirmation that differs", { ...good, confirmation: "Abcdef1?" }, "error.samepassword"],
    ["a confirmation that is missing", { ...good, confirmation: "" }, "error.samepassword"],
    ["terms that are not accepted", { ...good, terms: "" }, "error.terms"],
    ["terms in other words", { ...good, terms: "on" }, "error.terms"],
    [
      "the confirmation before the terms",
      { ...good, confirmation: "", terms: "" },
      "error.samepassword",
    ],
    ["a form without the fields", {}, "error.emptyemail"],
  ])("finds %s", (_, fields, code) => {
    expect(errorIn(registrationSchema, fields)).toBe(code);
  });

  it("trims the e-mail address, and leaves the password unchanged", () => {
    const typed = {
      ...good,
      email: " a@b.hu\t",
      password: " Abcdef1! ",
      confirmation: " Abcdef1! ",
    };
    expect(checkAccountForm(registrationSchema, form({ ...typed, intent: "x" }))).toEqual({
      ok: true,
      value: { ...typed, email: "a@b.hu" },
    });
  });

  it("treats a file instead of a text as an empty field", () => {
    const data = form(good);
    data.set("email", new File(["a@b.hu"], "email"));
    expect(checkAccountForm(registrationSchema, data)).toEqual({
      ok: false,
      code: "error.emptyemail",
    });
  });
});

describe("signInSchema", () => {
  it.each([
    ["nothing in a password that no rule allows", { email: "a@b.hu", password: "x" }, null],
    ["a missing address first", { email: "", password: "" }, "error.emptyemail"],
    ["a missing password", { email: "a@b.hu", password: "" }, "error.wrongpassword"],
  ])("finds %s", (_, fields, code) => {
    expect(errorIn(signInSchema, fields)).toBe(code);
  });
});

describe("resetRequestSchema", () => {
  it.each([
    ["nothing in an address", { email: "a@b.hu" }, null],
    ["a missing address", { email: " " }, "error.emptyemail"],
  ])("finds %s", (_, fields, code) => {
    expect(errorIn(resetRequestSchema, fields)).toBe(code);
  });
});

describe("resetSchema", () => {
  it.each([
    ["nothing in a good password, which is typed once", { password: good.password }, null],
    ["the rule that a password breaks", { password: "Abcdefg1" }, "error.special"],
    ["a password that is too common", { password: "P@ssw0rd" }, "password-reset-weak-password"],
  ])("finds %s", (_, fields, code) => {
    expect(errorIn(resetSchema, fields)).toBe(code);
  });
});

describe("passwordChangeSchema", () => {
  const { password, confirmation } = good;
  it.each([
    [
      "no error in a valid form without an address",
      { currentPassword: "x", password, confirmation },
      null,
    ],
    ["a missing current password first", { password: "x", confirmation }, "error.wrongpassword"],
    [
      "a weak new password",
      { currentPassword: "x", password: "x", confirmation },
      "error.characters",
    ],
    ["a confirmation that differs", { currentPassword: "x", password }, "error.samepassword"],
  ])("finds %s", (_, fields, code) => {
    expect(errorIn(passwordChangeSchema, fields)).toBe(code);
  });
});

describe("accountDeletionSchema", () => {
  it.each([
    ["nothing where the box is ticked", { confirmed: "1" }, null],
    ["a box that is not ticked", {}, "account.delete.unconfirmed"],
    ["another value", { confirmed: "0" }, "account.delete.unconfirmed"],
  ])("finds %s", (_, fields, code) => {
    expect(errorIn(accountDeletionSchema, fields)).toBe(code);
  });
});
