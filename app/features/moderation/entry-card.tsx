import type { ReactNode } from "react";

/** One entry of a list of moderation. */
export function EntryCard({ children }: { children: ReactNode }) {
  return (
    <li className="min-w-0 rounded-card border border-line bg-raised px-4 pt-2 pb-4 wrap-anywhere">
      {children}
    </li>
  );
}

interface EntryActionsProps {
  children: ReactNode;
  /** What removes or stops something: a row of its own, out of the way of a hurried thumb. */
  grave?: ReactNode;
}

/** The buttons of an entry. */
export function EntryActions({ children, grave }: EntryActionsProps) {
  return (
    <>
      <div className="mt-3 flex flex-wrap items-start gap-2">{children}</div>
      {grave && (
        <div className="mt-4 flex flex-wrap items-start gap-x-4 gap-y-2 border-t border-current/20 pt-4 empty:hidden">
          {grave}
        </div>
      )}
    </>
  );
}
