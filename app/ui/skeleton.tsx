import { joinClasses } from "./class-names.ts";

/**
 * A gray placeholder block; give it the size of the content by `className`. Put `aria-busy` on the element
 * around the blocks.
 */
export function Skeleton({ className }: { className: string }) {
  return (
    <span
      aria-hidden="true"
      className={joinClasses("block animate-shimmer rounded-control bg-line", className)}
    />
  );
}
