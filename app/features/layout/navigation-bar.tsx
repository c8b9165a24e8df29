import { type ReactNode, useState } from "react";
import { useFetcher, useLocation } from "react-router";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { offlinePages } from "#app/network/worker-message.ts";
import { Alert } from "#app/ui/alert.tsx";
import { joinClasses } from "#app/ui/class-names.ts";
import { DropdownMenu, menuItemClass } from "#app/ui/dropdown-menu.tsx";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { PageLink, type PageLinkProps } from "#app/ui/page-link.tsx";
import { SiteName } from "#app/ui/site-sign.tsx";
import { isStaff } from "#domain/account/role.ts";
import { localeEntryOf } from "#domain/text/language.ts";
import { LanguageLinks, useLanguageChange } from "./language-links.tsx";
import { type Session, useIsSessionUnread, useSite } from "./use-session.ts";

const menuId = "navigation-menu";

/** Bar of every page but the map's. Below 992 px its links are in a popover of the browser, which needs no script. */
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

interface MenuItemsProps {
  session: Session | null;
  /** Id of the popover around the items, closed after a choice. */
  popoverId: string;
  /** Whether the items become one row with a floating language list from 992 px. */
  isBar: boolean;
}

export function MenuItems({ session, popoverId, isBar }: MenuItemsProps) {
  const { t, i18n } = useTranslation();
  const isUnread = useIsSessionUnread();
  const closePopover = () => {
    const popover = document.getElementById(popoverId);
    if (popover?.matches(":popover-open")) popover.hidePopover();
  };
  const languageChange = useLanguageChange();
  const link = (to: string, icon: IconName, label: string) => (
    <li className={offlinePages.includes(to) ? undefined : "needs-contact"}>
      <MenuLink to={to} onClick={closePopover}>
        <Icon name={icon} className={joinClasses("size-5", isBar && "lg:hidden")} />
        {label}
      </MenuLink>
    </li>
  );
  return (
    <ul
      className={joinClasses(
        "flex flex-col gap-1",
        isBar && "lg:flex-row lg:flex-wrap lg:items-center",
      )}
    >
      {link("/places", "list", t("navigation.places"))}
      <li className="needs-contact">
        <PageLink
          to="/places?add=1"
          title={t("addPlace.open")}
          className={menuItemClass}
          onClick={closePopover}
        >
          <Icon name="plus" className="size-5" />
          {/* The bar has room for a sign only, up to 1200 px, and in that of staff always. */}
          <span
            className={
              isBar ? (session && isStaff(session) ? "lg:sr-only" : "lg:max-xl:sr-only") : undefined
            }
          >
            {t("addPlace.open")}
          </span>
        </PageLink>
      </li>
      {!isBar && link("/way", "walking", t("way.title"))}
      {link("/guide", "guide", t("navigation.guide"))}
      {!isBar && link("/card", "warning", t("card.title"))}
      {!isBar && link("/offline", "offline", t("navigation.offline"))}
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
        <DropdownMenu
          icon="language"
          name={t("language.label")}
          label={localeEntryOf(i18n.locale).name}
        >
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

/** Link of the menu, marked on its own page and on those below it. */
function MenuLink({ to, ...rest }: PageLinkProps) {
  const { pathname } = useLocation();
  const isCurrent = `${pathname}/`.startsWith(`${to}/`);
  return (
    <PageLink
      {...rest}
      to={to}
      aria-current={isCurrent ? "page" : undefined}
      className={menuItemClass}
    />
  );
}

interface SessionItemsProps {
  session: Session;
  /** Whether the items become part of one row from 992 px. */
  isBar: boolean;
  onChosen: () => void;
}

/** The visitor's account and the sign-out; for others the sign-in. */
export function SessionItems({ session, isBar, onChosen }: SessionItemsProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  const signOut = useFetcher({ key: "sign-out" });
  const moderates = isStaff(session);
  // The bar of staff has more items: up to 1200 px only the name of who is signed in stays, and the others are
  // only icons; the status always is.
  const isTight = isBar && moderates;
  const iconClass = joinClasses("size-5", isBar && (isTight ? "xl:hidden" : "lg:hidden"));
  const labelClass = isTight ? "lg:max-xl:sr-only" : undefined;
  const link = (to: string, icon: IconName, label: string, count?: ReactNode) => (
    <li className="needs-contact">
      <MenuLink to={to} onClick={onChosen}>
        <Icon name={icon} className={iconClass} />
        <span className={labelClass}>{label}</span>
        {count}
      </MenuLink>
    </li>
  );
  const status = t("navigation.status");
  const isAdministrator = session.role === "administrator";
  const name = isAdministrator ? t("navigation.administrator") : session.email;
  const [local, ...domain] = (name ?? "").split(/(?=@)/);
  return (
    <>
      {name && (
        <li
          className={joinClasses(
            "px-3 py-2 wrap-anywhere text-muted",
            isBar && "lg:max-w-36 lg:px-1.5 lg:py-0 lg:text-sm lg:leading-tight",
          )}
          title={name}
        >
          {/* In the bar an address takes both lines. */}
          <span
            className={joinClasses(
              isBar && (isAdministrator ? "lg:block" : "lg:sr-only"),
              labelClass,
            )}
          >
            {t("navigation.loggedInAs")}
          </span>{" "}
          <span className={joinClasses("text-text", isBar && "lg:line-clamp-2")}>
            {local}
            <wbr />
            {domain}
          </span>
        </li>
      )}
      {moderates &&
        link(
          "/moderation",
          "moderation",
          t("moderation.title"),
          session.pendingCount !== null && session.pendingCount > 0 && (
            <span className="tabular rounded-full bg-brand px-2 text-sm font-bold text-on-brand">
              <span className="sr-only">{t("moderation.waitingCount")}</span>
              {format.number(session.pendingCount)}
            </span>
          ),
        )}
      {isAdministrator && (
        <li className="needs-contact">
          <MenuLink to="/status" title={status} onClick={onChosen}>
            <Icon name="info" className="size-5" />
            <span className={isBar ? "lg:sr-only" : undefined}>{status}</span>
          </MenuLink>
        </li>
      )}
      {link("/account", "user", t("account.title"))}
      <li className="needs-contact">
        <signOut.Form method="post" action="/logout" onSubmit={onChosen}>
          <button type="submit" title={t("navigation.logout")} className={menuItemClass}>
            <Icon name="log-out" className={iconClass} />
            <span className={labelClass}>{t("navigation.logout")}</span>
          </button>
        </signOut.Form>
      </li>
    </>
  );
}

/** Banner after a failed sign-out (docs/product#sign-out). */
export function SignOutFailure({ className }: { className: string }) {
  const { t } = useTranslation();
  const { data: result } = useFetcher<{ code?: string }>({ key: "sign-out" });
  const [dismissed, setDismissed] = useState<unknown>(null);
  if (!result?.code || result === dismissed) return null;
  return (
    <Alert kind="danger" onDismiss={() => setDismissed(result)} className={className}>
      {t("error.error")}
    </Alert>
  );
}
