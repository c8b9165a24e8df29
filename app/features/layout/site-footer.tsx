import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { PageLink } from "#app/ui/page-link.tsx";
import { legalPageNames } from "#domain/text/legal-text.ts";
import { useHasEmbed } from "./use-session.ts";

export const footerLinkClass = "inline-flex min-h-11 items-center underline hover:text-text";

/** Names of the linked pages, which are their paths; the last is there where other sites show the map. */
const pageNames = [...legalPageNames, "towns", "data", "for-your-website"] as const;

/** End of every page but the map's: the legal pages, further pages, and whose the data is. */
export function SiteFooter() {
  return (
    <footer className="mx-auto w-full max-w-[720px] px-edge pb-6">
      <LegalLinks>
        <li>
          <a href="https://www.openstreetmap.org/copyright" className={footerLinkClass}>
            © OpenStreetMap
          </a>
        </li>
      </LegalLinks>
    </footer>
  );
}

/** Links to the operator's pages (docs/product#legal-pages) and to those that no menu has, then `children`. */
export function LegalLinks({ className, children }: { className?: string; children?: ReactNode }) {
  const { t } = useTranslation();
  const names = useHasEmbed() ? pageNames : pageNames.slice(0, -1);
  return (
    <nav aria-label={t("footer.label")} className={className}>
      <ul className="flex flex-wrap gap-x-5 text-sm text-muted">
        {names.map((name) => (
          <li key={name} className="needs-contact print:hidden">
            <PageLink to={`/${name}`} className={footerLinkClass}>
              {t(`footer.${name}`)}
            </PageLink>
          </li>
        ))}
        {children}
      </ul>
    </nav>
  );
}
