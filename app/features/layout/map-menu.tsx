import { useTranslation } from "#app/i18n/use-translation.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { MenuItems, SignOutFailure } from "./menu-items.tsx";
import { LegalLinks } from "./site-footer.tsx";
import { useSession } from "./use-session.ts";

const menuId = "map-menu";

/** The map page's menu button, instead of the bar: list, guide, account and language. */
export function MapMenu({ className }: { className?: string }) {
  const { t } = useTranslation();
  const session = useSession();
  return (
    <nav aria-label={t("navigation.menu")} className={className}>
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
        <MenuItems session={session} popoverId={menuId} isBar={false} />
        <LegalLinks className="mt-2 border-t border-line px-3 pt-1" />
      </div>
      <SignOutFailure className="fixed top-18 right-3 z-40 max-w-80 shadow-float" />
    </nav>
  );
}
