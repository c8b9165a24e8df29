import { useTranslation } from "react-i18next";
import { NavLink, useFetcher } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import { menuItemClass } from "#app/ui/menu-class.ts";
import type { Session } from "./session.ts";

interface SessionItemsProps {
  session: Session;
  /** Called when one of them is chosen. */
  onChosen: () => void;
}

/** Who is signed in, their account, and the way out. */
export function SessionItems({ session, onChosen }: SessionItemsProps) {
  const { t } = useTranslation();
  const signOut = useFetcher({ key: "sign-out" });
  const name = session.isAdministrator ? t("navigation.administrator") : session.email;
  return (
    <>
      {name && (
        <li className="truncate px-3 py-2 text-muted lg:max-w-72" title={name}>
          {t("navigation.loggedInAs", { name })}
        </li>
      )}
      <li>
        <NavLink to="/account" className={menuItemClass} onClick={onChosen}>
          <Icon name="user" className="size-5" />
          {t("account.title")}
        </NavLink>
      </li>
      <li>
        <signOut.Form method="post" action="/logout" onSubmit={onChosen}>
          <button type="submit" className={menuItemClass}>
            <Icon name="log-out" className="size-5" />
            {t("navigation.logout")}
          </button>
        </signOut.Form>
      </li>
    </>
  );
}
