import { createContext } from "react";
import type { AccountField } from "./failure-field.ts";

/** What the fields of a form know of its latest failure. */
export interface FaultyField {
  field: AccountField | null;
  /** The message's id while it stands. */
  messageId: string | undefined;
}

export const FaultyFieldContext = createContext<FaultyField>({
  field: null,
  messageId: undefined,
});
