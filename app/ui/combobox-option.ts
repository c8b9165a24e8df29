import type { IconName } from "./icon-names.ts";

/** One thing that may be meant by what is typed. */
export interface ComboboxOption {
  readonly id: string;
  /** Beside a kind of option that its detail names too. */
  readonly icon?: IconName;
  readonly label: string;
  /** A second line. */
  readonly detail?: string;
}

/** The id of an option's element in a combobox's list. */
export function optionElementId(listId: string, index: number): string {
  return `${listId}-${index}`;
}
