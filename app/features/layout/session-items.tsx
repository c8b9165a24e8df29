import { useTranslation } from "react-i18next";
import { NavLink, useFetcher } from "react-router";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { Icon } from "#app/ui/icon.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import { menuItemClass } from "#app/ui/menu-class.ts";
import type { Session } from "./session.ts";

interface SessionItemsProps {
  session: Session;
  /** Whether they become part of one row from 992 px. */
  isBar: boolean;
  /** Called when one of them is chosen. */
  onChosen: () => void;
}

/** Who is signed in, their account, and the way out. */
export function SessionItems({ session, isBar, onChosen }: SessionItemsProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  const signOut = useFetcher({ key: "sign-out" });
  // The administrator's bar has one more item: up to 1200 px, two of them are icons alone.
  const isTight = isBar && session.isAdministrator;
  const iconClass = joinClasses("size-5", isBar && (isTight ? "xl:hidden" : "lg:hidden"));
  const labelClass = isTight ? "lg:max-xl:sr-only" : undefined;
  const name = session.isAdministrator ? t("navigation.administrator") : session.email;
  return (
    <>
      {name && (
        <li
          className="px-3 py-2 wrap-anywhere text-muted lg:max-w-48 lg:truncate xl:max-w-96"
          title={name}
        >
          {t("navigation.loggedInAs", { name })}
        </li>
      )}
      {session.isAdministrator && (
        <li>
          <NavLink to="/moderation" className={menuItemClass} onClick={onChosen}>
            <Icon name="moderation" className={iconClass} />
            <span className={labelClass}>{t("moderation.title")}</span>
            {session.waitingCount !== null && session.waitingCount > 0 && (
              <span className="tabular rounded-full bg-brand px-2 text-sm font-bold text-on-brand">
                <span className="sr-only">{t("moderation.waitingCount")}</span>
                {format.number(session.waitingCount)}
              </span>
            )}
          </NavLink>
        </li>
      )}
      <li>
        <NavLink to="/account" className={menuItemClass} onClick={onChosen}>
          <Icon name="user" className={iconClass} />
          <span className={labelClass}>{t("account.title")}</span>
        </NavLink>
      </li>
      <li>
        <signOut.Form method="post" action="/logout" onSubmit={onChosen}>
          <button type="submit" className={menuItemClass}>
            <Icon name="log-out" className={joinClasses("size-5", isBar && "lg:hidden")} />
            {t("navigation.logout")}
          </button>
        </signOut.Form>
      </li>
    </>
  );
}
