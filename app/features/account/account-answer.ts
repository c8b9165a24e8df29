import type { AccountFailure } from "./account-failure.ts";

/** The two forms of the account page, as their field `intent` names them. */
export type AccountIntent = "password" | "delete";

/** What the account page's action answers. */
export type AccountAnswer =
  | { readonly intent: AccountIntent; readonly failure: AccountFailure }
  | { readonly intent: "password"; readonly failure: null };
