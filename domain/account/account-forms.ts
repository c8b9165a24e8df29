import * as v from "valibot";
import { formText } from "#domain/validation/form-text.ts";
import { checkConfirmation, checkNewPassword, checkResetPassword } from "./password-rules.ts";

/** Validation errors of account forms, which need no look-up of the account (docs/product#account-failures). */
const errorCodes = [
  "error.emptyemail",
  "error.wrongpassword",
  "error.characters",
  "error.lowercase",
  "error.uppercase",
  "error.number",
  "error.special",
  "error.common",
  "password-reset-weak-password",
  "error.samepassword",
  "error.terms",
  "account.delete.unconfirmed",
] as const;

export type AccountFormError = (typeof errorCodes)[number];

/** Message of a schema below: the code of its validation error. */
function errorOf(code: AccountFormError): AccountFormError {
  return code;
}

/**
 * E-mail address, trimmed because keyboards add spaces. The sign-in library's guard validates it
 * (`parseEmailAddress`), for requests without a page as well.
 */
const email = v.pipe(v.string(), v.trim(), v.nonEmpty(errorOf("error.emptyemail")));

const currentPassword = v.pipe(v.string(), v.nonEmpty(errorOf("error.wrongpassword")));

/** New password; the error is the first broken rule (docs/product#password-rules). */
function newPasswordBy(check: (password: string) => { readonly code: AccountFormError } | null) {
  return v.pipe(
    v.string(),
    v.rawCheck(({ dataset, addIssue }) => {
      const error = dataset.typed ? check(dataset.value) : null;
      if (error) addIssue({ message: errorOf(error.code) });
    }),
  );
}

/** New password that is typed twice. */
const chosenPassword = { password: newPasswordBy(checkNewPassword), confirmation: v.string() };

function isTypedTwice(form: { password: string; confirmation: string }): boolean {
  return checkConfirmation(form.password, form.confirmation) === null;
}

/** Sign-in (docs/product#sign-in). */
export const signInSchema = v.object({ email, password: currentPassword });

/** Registration (docs/product#registration). */
export const registrationSchema = v.pipe(
  v.object({ email, ...chosenPassword, terms: v.string() }),
  v.check((form) => isTypedTwice(form), errorOf("error.samepassword")),
  v.check(({ terms }) => terms === "1", errorOf("error.terms")),
);

/** Request for a mail with a reset link (docs/product#password-reset). */
export const resetRequestSchema = v.object({ email });

/** New password after a reset link (docs/product#password-reset). */
export const resetSchema = v.object({ password: newPasswordBy(checkResetPassword) });

/** Change of the password by a signed-in visitor. */
export const passwordChangeSchema = v.pipe(
  v.object({ currentPassword, ...chosenPassword }),
  v.check((form) => isTypedTwice(form), errorOf("error.samepassword")),
);

/** Deletion of the account, confirmed by a ticked checkbox (docs/product#personal-data). */
export const accountDeletionSchema = v.object({
  confirmed: v.literal("1", errorOf("account.delete.unconfirmed")),
});

/** Schemas of the forms by name, so that a page can name its form without loading this script. */
export const accountForms = {
  signIn: signInSchema,
  registration: registrationSchema,
  resetRequest: resetRequestSchema,
  reset: resetSchema,
  passwordChange: passwordChangeSchema,
  accountDeletion: accountDeletionSchema,
};

export type AccountFormName = keyof typeof accountForms;

/** Schema of one of the account forms. */
export type AccountFormSchema<Value = unknown> = v.GenericSchema<unknown, Value> & {
  readonly entries: v.ObjectEntries;
};

/** Fields of an account form, or the first validation error in the order of its fields. */
export type CheckedAccountForm<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly code: AccountFormError };

/** Validates an account form, in the browser and on the server. A missing field is empty. */
export function checkAccountForm<Value>(
  schema: AccountFormSchema<Value>,
  form: FormData,
): CheckedAccountForm<Value> {
  const names = Object.keys(schema.entries);
  const fields = Object.fromEntries(names.map((name) => [name, formText(form, name)]));
  const parsed = v.safeParse(schema, fields);
  if (parsed.success) return { ok: true, value: parsed.output };
  const [{ message }] = parsed.issues;
  const code = errorCodes.find((known) => known === message);
  if (code === undefined) throw new Error(`account form with an unknown error: ${message}`);
  return { ok: false, code };
}
