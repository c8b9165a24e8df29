/** The classes of a text field that searches: room for the glass at its start. */
export const searchFieldClass =
  "min-h-12 w-full rounded-control border border-control-line bg-raised py-2 pr-3 pl-10 text-text text-ellipsis placeholder:text-muted placeholder:opacity-100";
