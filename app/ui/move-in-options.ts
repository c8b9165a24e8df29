/**
 * Where a key leads in the list of a combobox: the index of the next active option, or null where the key
 * is the text field's own (WAI-ARIA 1.2, combobox with list autocomplete).
 *
 * Arrows go round. Home and End are the list's only while an option is active, else the text field's.
 *
 * @param active index of the active option; -1 while none is
 */
export function moveInOptions(key: string, active: number, count: number): number | null {
  if (count === 0) return null;
  switch (key) {
    case "ArrowDown":
      return (active + 1) % count;
    case "ArrowUp":
      return active <= 0 ? count - 1 : active - 1;
    case "Home":
      return active === -1 ? null : 0;
    case "End":
      return active === -1 ? null : count - 1;
    default:
      return null;
  }
}
