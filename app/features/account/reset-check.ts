import type { AccountFailureCode } from "./account-failure.ts";

/** What the check of a reset link found. */
export type ResetCheck =
  | { readonly ok: true; readonly email: string }
  | { readonly ok: false; readonly code: AccountFailureCode };
