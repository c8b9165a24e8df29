/** One thing that may be meant by what is typed. */
export interface ComboboxOption {
  readonly id: string;
  readonly label: string;
  /** A second line. */
  readonly detail?: string;
}

/** The id of an option's element in a combobox's list. */
export function optionElementId(listId: string, index: number): string {
  return `${listId}-${index}`;
}
