import { createContext, use } from "react";
import type { AccountFailureCode } from "#app/features/account/account-failure.ts";

/** The latest failure of a form, as its fields see it. */
export interface InvalidField {
  /** The field that the failure is about. */
  field: AccountField | null;
  text: string;
  /** Properties of its alert, at the field. */
  alert: { readonly timeoutMs: number | undefined; readonly onDismiss: () => void };
  /** Grows with each failure: the same one is announced again. */
  count: number;
  /** Whether the alert is open; once closed, its text stays while the field is marked. */
  isOpen: boolean;
  /**
   * Whether the field is still marked. Its text keeps its space afterwards, so that nothing moves while the
   * visitor types.
   */
  isMarked: boolean;
  /** Called when the field's content changes. */
  unmark: () => void;
}

export const InvalidFieldContext = createContext<InvalidField | null>(null);

/** The latest failure as a field of the form shows it; null where the failure is about another field. */
export function useInvalidField(name: AccountField): InvalidField | null {
  const invalid = use(InvalidFieldContext);
  return invalid?.field === name ? invalid : null;
}

/** Fields of the account forms, by their names in the form. */
export type AccountField =
  | "email"
  | "currentPassword"
  | "password"
  | "confirmation"
  | "confirmed"
  | "terms"
  | "code";

const fields: Partial<Record<AccountFailureCode, AccountField>> = {
  "error.usernotfound": "email",
  "error.disableduser": "email",
  "error.alreadyinuse": "email",
  "error.invalidemail": "email",
  "error.emptyemail": "email",
  "error.wrongpassword": "password",
  "error.characters": "password",
  "error.lowercase": "password",
  "error.uppercase": "password",
  "error.number": "password",
  "error.special": "password",
  "error.common": "password",
  "password-reset-weak-password": "password",
  "error.samepassword": "confirmation",
  "error.terms": "terms",
  "account.delete.unconfirmed": "confirmed",
};

/** The field that a failure is about; null for a failure of the whole form. */
export function failureField(code: AccountFailureCode): AccountField | null {
  return fields[code] ?? null;
}
