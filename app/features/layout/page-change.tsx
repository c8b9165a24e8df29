import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { useAnnounce } from "#app/ui/announcer.tsx";

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
