import { createContext, use } from "react";
import type { AccountField } from "./failure-field.ts";

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
