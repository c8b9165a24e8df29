import { joinClasses } from "./class-names.ts";

/**
 * A gray block where something will stand; give it the size of that thing by `className`. Put
 * `aria-busy` on what holds the blocks.
 */
export function Skeleton({ className }: { className: string }) {
  return (
    <span
      aria-hidden="true"
      className={joinClasses("block animate-shimmer rounded-control bg-line", className)}
    />
  );
}
