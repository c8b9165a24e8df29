import type { ReactNode } from "react";
import { Link } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { legalPageNames } from "#domain/text/legal-text.ts";

const linkClass = "inline-flex min-h-11 items-center underline hover:text-text";

/** End of every page but the map's: the legal pages, and whose the data is. */
export function SiteFooter() {
  return (
    <footer className="mx-auto w-full max-w-[720px] px-edge pb-6">
      <LegalLinks>
        <li>
          <a href="https://www.openstreetmap.org/copyright" className={linkClass}>
            © OpenStreetMap
          </a>
        </li>
      </LegalLinks>
    </footer>
  );
}

/** Links to the pages that the operator answers for (docs/product#legal-pages), and `children` after them. */
export function LegalLinks({ className, children }: { className?: string; children?: ReactNode }) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t("footer.label")} className={className}>
      <ul className="flex flex-wrap gap-x-5 text-sm text-muted">
        {legalPageNames.map((name) => (
          <li key={name} className="print:hidden">
            <Link to={`/${name}`} className={linkClass}>
              {t(`footer.${name}`)}
            </Link>
          </li>
        ))}
        {children}
      </ul>
    </nav>
  );
}
