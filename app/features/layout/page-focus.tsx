import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { useAnnounce } from "#app/ui/announcer.tsx";

/** The id that every page's `<main>` carries. */
const mainId = "main";

/** First in the tab order: past the menu, to the page itself. */
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
 * Says the title of a page that was opened without loading the document, and puts the focus at its
 * beginning, as a browser does by itself when it loads one.
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
