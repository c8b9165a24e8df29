import type { ReactNode } from "react";

/** One entry of a list of moderation. */
export function EntryCard({ children }: { children: ReactNode }) {
  return (
    <li className="min-w-0 rounded-card border border-line bg-raised px-4 pt-2 pb-4">{children}</li>
  );
}
