import { useTranslation } from "react-i18next";
import { NavLink } from "react-router";
import { DropdownMenu } from "#app/ui/dropdown-menu.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { IconName } from "#app/ui/icon-names.ts";
import { joinClasses } from "#app/ui/join-classes.ts";
import { menuItemClass } from "#app/ui/menu-class.ts";
import { fallbackLanguage, toLanguage } from "#domain/language.ts";
import { LanguageLinks, useLanguageChange } from "./language-links.tsx";
import type { Session } from "./session.ts";
import { SessionItems } from "./session-items.tsx";
import { useIsSessionUnread } from "./use-session.ts";

interface MenuItemsProps {
  session: Session | null;
  /** The popover that these stand in, closed after a choice. */
  popoverId: string;
  /** Whether they become one row with a floating language list from 992 px. */
  isBar: boolean;
}

/** Where one can go, who is signed in, and the language. */
export function MenuItems({ session, popoverId, isBar }: MenuItemsProps) {
  const { t, i18n } = useTranslation();
  const language = toLanguage(i18n.language) ?? fallbackLanguage;
  const isUnread = useIsSessionUnread();
  const closePopover = () => {
    const popover = document.getElementById(popoverId);
    if (popover?.matches(":popover-open")) popover.hidePopover();
  };
  const languageChange = useLanguageChange();
  const link = (to: string, icon: IconName, label: string) => (
    <li>
      <NavLink to={to} className={menuItemClass} onClick={closePopover}>
        <Icon name={icon} className={joinClasses("size-5", isBar && "lg:hidden")} />
        {label}
      </NavLink>
    </li>
  );
  return (
    <ul className={joinClasses("flex flex-col gap-1", isBar && "lg:flex-row lg:items-center")}>
      {link("/places", "list", t("navigation.places"))}
      {link("/guide", "guide", t("navigation.guide"))}
      {session && <SessionItems session={session} isBar={isBar} onChosen={closePopover} />}
      {isUnread && (
        <li className="max-w-80 px-3 py-2 text-muted">{t("navigation.sessionUnread")}</li>
      )}
      {!session && !isUnread && (
        <>
          {link("/login", "log-in", t("navigation.login"))}
          {link("/register", "register", t("navigation.register"))}
        </>
      )}
      <li>
        <DropdownMenu icon="language" name={t("language.label")} label={t(`language.${language}`)}>
          <LanguageLinks
            className={joinClasses(
              "pl-8",
              isBar &&
                "lg:absolute lg:top-full lg:right-0 lg:mt-1 lg:w-44 lg:rounded-card lg:border lg:border-line lg:bg-raised lg:p-2 lg:shadow-float",
            )}
            linkClassName={menuItemClass}
            onChoose={(chosen) => {
              closePopover();
              void languageChange.choose(chosen);
            }}
          />
        </DropdownMenu>
        {languageChange.notice}
      </li>
    </ul>
  );
}
