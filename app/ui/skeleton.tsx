import { joinClasses } from "./class-names.ts";

/** A gray placeholder with the size of the content; put `aria-busy` on the element around it. */
export function Skeleton({ className }: { className: string }) {
  return (
    <span
      aria-hidden="true"
      className={joinClasses("block animate-shimmer rounded-control bg-line", className)}
    />
  );
}
