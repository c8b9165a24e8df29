import { useTranslation } from "#app/i18n/use-translation.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import { joinClasses } from "#app/ui/class-names.ts";
import { Icon } from "#app/ui/icon.tsx";
import { SiteSign } from "#app/ui/site-sign.tsx";
import { MenuItems, SignOutFailure } from "./menu-items.tsx";
import { footerLinkClass, LegalLinks } from "./site-footer.tsx";
import { useSession, useSite } from "./use-session.ts";

const menuId = "map-menu";

/** Sign and name of the operator, else of the product: the map's page has no bar that says them. */
export function SiteName({ className }: { className: string }) {
  const { t } = useTranslation();
  return (
    <p className={joinClasses("flex items-center gap-2 leading-tight font-bold", className)}>
      <SiteSign logo={useSite()?.logo ?? null} isSmall />
      <span className="min-w-0 overflow-hidden text-ellipsis">{t("app.title")}</span>
    </p>
  );
}

interface MapMenuProps {
  /** Called for the list of the shortcuts. */
  onKeyboard: () => void;
}

/** The map page's menu button, instead of the bar: list, guide, account, language and shortcuts. */
export function MapMenu({ onKeyboard }: MapMenuProps) {
  const { t } = useTranslation();
  const session = useSession();
  return (
    <nav aria-label={t("navigation.menu")}>
      <button
        type="button"
        popoverTarget={menuId}
        aria-label={t("navigation.menu")}
        title={t("navigation.menu")}
        className={buttonClass("floating", "medium", "size-12 px-0!")}
      >
        <Icon name="menu" />
      </button>
      <div
        id={menuId}
        popover="auto"
        className="fixed top-[calc(env(safe-area-inset-top)+4.25rem)] right-auto bottom-auto left-3 m-0 max-h-[calc(100dvh-6rem)] w-64 overflow-y-auto rounded-card border border-line bg-raised p-2 shadow-float open:animate-fade-in"
      >
        <SiteName className="mb-2 border-b border-line px-3 pt-1 pb-3 text-lg" />
        <MenuItems session={session} popoverId={menuId} isBar={false} />
        <LegalLinks className="mt-2 border-t border-line px-3 pt-1">
          <li className="noscript:hidden">
            <button
              type="button"
              className={footerLinkClass}
              onClick={() => {
                // First, so that the dialog gives the focus back to the menu's button.
                document.getElementById(menuId)?.hidePopover();
                onKeyboard();
              }}
            >
              {t("navigation.keyboard")}
            </button>
          </li>
        </LegalLinks>
      </div>
      <SignOutFailure className="fixed top-18 right-3 z-40 max-w-80 shadow-float" />
    </nav>
  );
}
