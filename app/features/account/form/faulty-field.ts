import { createContext, use } from "react";
import type { AccountFailureCode } from "#app/features/account/account-failure.ts";

/** What the fields of a form know of its latest failure. */
export interface FaultyField {
  /** The field that it is about. */
  field: AccountField | null;
  text: string;
  /**
   * Whether the field is still marked. Its text keeps its room afterwards, so that nothing moves
   * while someone types.
   */
  isMarked: boolean;
  /** To be called when the field's content changes. */
  unmark: () => void;
}

export const FaultyFieldContext = createContext<FaultyField | null>(null);

/** How a field of the form shows the latest failure; null where the failure is about another one. */
export function useFaultyField(name: AccountField): FaultyField | null {
  const faulty = use(FaultyFieldContext);
  return faulty?.field === name ? faulty : null;
}

/** The fields of the account forms, by their names in the form. */
export type AccountField = "email" | "currentPassword" | "password" | "confirmation" | "confirmed";

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
  "password-reset-weak-password": "password",
  "error.samepassword": "confirmation",
  "account.delete.unconfirmed": "confirmed",
};

/** The field that a failure is about; null where it is about none. */
export function failureField(code: AccountFailureCode): AccountField | null {
  return fields[code] ?? null;
}
