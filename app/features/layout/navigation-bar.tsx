import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PageLink } from "#app/ui/page-link.tsx";
import { SiteName } from "#app/ui/site-sign.tsx";
import { MenuItems, SignOutFailure } from "./menu-items.tsx";
import { type Session, useSite } from "./use-session.ts";

const menuId = "navigation-menu";

/**
 * The bar of every page but the map's. Below 992 px its links are in a popover behind a menu button, above in
 * the bar; the popover is the browser's own, so it needs no script.
 */
export function NavigationBar({ session }: { session: Session | null }) {
  const { t } = useTranslation();
  const logo = useSite()?.logo;
  return (
    <>
      <header className="sticky top-0 z-30 border-b border-line bg-raised print:hidden">
        <nav
          aria-label={t("navigation.label")}
          className="mx-auto flex min-h-14 max-w-[1200px] flex-wrap items-center gap-x-2 px-3 sm:px-5"
        >
          {/* A long name takes up to three lines; only where its longest word is too wide does the menu go below. */}
          <div className="min-w-0 grow basis-[min-content]">
            <PageLink
              to="/"
              className="inline-flex min-h-11 max-w-full items-center gap-2 rounded-control py-1 text-text no-underline"
            >
              <SiteName logo={logo ?? null} isLarge />
            </PageLink>
          </div>
          <button
            type="button"
            popoverTarget={menuId}
            className="flex min-h-11 shrink-0 items-center gap-2 rounded-control px-3 hover:bg-brand-tint lg:hidden"
          >
            <Icon name="menu" />
            {t("navigation.menu")}
          </button>
          <div
            id={menuId}
            popover="auto"
            className="fixed inset-x-3 top-16 bottom-auto m-0 w-auto rounded-card border border-line bg-raised p-2 shadow-float open:animate-fade-in lg:static lg:flex lg:overflow-visible lg:rounded-none lg:border-0 lg:bg-transparent lg:p-0 lg:shadow-none"
          >
            <MenuItems session={session} popoverId={menuId} isBar />
          </div>
        </nav>
      </header>
      <SignOutFailure className="mx-3 mt-3 max-w-[720px] md:mx-auto" />
    </>
  );
}
