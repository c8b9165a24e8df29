import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import { menuItemClass } from "#app/ui/menu-class.ts";
import type { Session } from "./session.ts";

/** Who is signed in, and the way out. */
export function SessionItems({ session }: { session: Session }) {
  const { t } = useTranslation();
  const signOut = useFetcher({ key: "sign-out" });
  const name = session.isAdministrator ? t("navigation.administrator") : session.email;
  return (
    <>
      {name && (
        <li className="truncate px-3 py-2 text-muted">{t("navigation.loggedInAs", { name })}</li>
      )}
      <li>
        <signOut.Form method="post" action="/logout">
          <button type="submit" className={menuItemClass}>
            <Icon name="log-out" className="size-5" />
            {t("navigation.logout")}
          </button>
        </signOut.Form>
      </li>
    </>
  );
}
