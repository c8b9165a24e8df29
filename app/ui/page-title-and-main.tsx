import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { joinClasses } from "./class-names.ts";

interface PageMainProps {
  children: ReactNode;
  className?: string;
}

/** The `<main>` of a page with text: a column of at most 720 px, and the target of the skip link. */
export function PageMain({ children, className }: PageMainProps) {
  return (
    <main
      id="main"
      tabIndex={-1}
      className={joinClasses("mx-auto w-full max-w-[720px] px-edge py-6 sm:py-10", className)}
    >
      {children}
    </main>
  );
}

/** Title of a page: the screen's name, ` | `, the product's; or the product's alone (docs/product#page-titles). */
export function PageTitle({ screen }: { screen?: string }) {
  const { t } = useTranslation();
  const product = t("app.title");
  return <title>{screen ? `${screen} | ${product}` : product}</title>;
}
