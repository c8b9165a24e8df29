/** The classes of a link or button in a menu; the current one is bold on a tint. */
export const menuItemClass =
  "flex min-h-11 w-full items-center gap-2 rounded-control px-3 py-2 text-text no-underline " +
  "hover:bg-brand-tint aria-[current]:bg-brand-tint aria-[current]:font-bold aria-[current]:text-brand";
