/** The classes of a link or button in a menu; the current one has a mark at its edge. */
export const menuItemClass =
  "flex min-h-11 w-full items-center gap-2 rounded-control px-3 py-2 text-text no-underline " +
  "hover:bg-brand-tint aria-[current]:font-bold aria-[current]:text-brand " +
  "aria-[current]:shadow-[inset_3px_0_0_var(--brand)]";
