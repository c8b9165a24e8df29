import { useTranslation } from "#app/i18n/use-translation.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { SiteName } from "#app/ui/site-sign.tsx";
import { MenuItems, SignOutFailure } from "./navigation-bar.tsx";
import { footerLinkClass, LegalLinks } from "./site-footer.tsx";
import { useSession, useSite } from "./use-session.ts";

const menuId = "map-menu";

/** Whose map it is: the map's page has no bar that says it. */
export function MapOwner() {
  return (
    <p className="map-owner flex items-center gap-2">
      <SiteName logo={useSite()?.logo ?? null} />
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
  const logo = useSite()?.logo ?? null;
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
        className="fixed top-[calc(env(safe-area-inset-top)+4.25rem)] right-auto bottom-auto left-3 m-0 max-h-[calc(100dvh-6rem)] w-64 max-w-[92vw] overflow-y-auto rounded-card border border-line bg-raised p-2 shadow-float open:animate-fade-in"
      >
        <p className="mb-2 flex items-center gap-2 border-b border-line px-3 pt-1 pb-3">
          <SiteName logo={logo} />
        </p>
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
