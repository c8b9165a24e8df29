import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { useAnnounce } from "#app/ui/live-region.tsx";

/** Id of every page's `<main>`. */
const mainId = "main";

/** The first link in the tab order: past the menu, to the page's content. */
export function SkipLink() {
  const { t } = useTranslation();
  return (
    <a
      href={`#${mainId}`}
      className="absolute top-2 left-2 z-50 -translate-y-[calc(100%+1rem)] rounded-control bg-brand px-4 py-3 font-bold text-on-brand focus:translate-y-0"
    >
      {t("navigation.skip")}
    </a>
  );
}

/**
 * Announces the title of a page that was opened without loading the document, and moves the focus to its
 * beginning, as a browser does when it loads a document.
 */
export function PageChange() {
  const { pathname } = useLocation();
  const announce = useAnnounce();
  const lastPathname = useRef(pathname);
  useEffect(() => {
    if (lastPathname.current === pathname) return;
    lastPathname.current = pathname;
    document.getElementById("main")?.focus({ preventScroll: true });
    announce(document.title);
  }, [pathname, announce]);
  return null;
}
