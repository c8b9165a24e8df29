import type { ReactNode } from "react";
import { joinClasses } from "./join-classes.ts";

interface PageMainProps {
  children: ReactNode;
  className?: string;
}

/** The one `<main>` of a page with text: a column of at most 720 px, where the skip link leads. */
export function PageMain({ children, className }: PageMainProps) {
  return (
    <main
      id="main"
      tabIndex={-1}
      className={joinClasses("mx-auto w-full max-w-[720px] px-4 py-6 sm:py-10", className)}
    >
      {children}
    </main>
  );
}
