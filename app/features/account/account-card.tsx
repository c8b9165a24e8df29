import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PageLink } from "#app/ui/page-link.tsx";
import { PageMain, PageTitle } from "#app/ui/page-title-and-main.tsx";
import { continuePathOf, continuingPath } from "#domain/account/own-path.ts";
import { signInReasonOf } from "#domain/account/sign-in-reason.ts";

interface AccountCardProps {
  title: string;
  /** Links below the card to the other forms. */
  footer?: ReactNode;
  children: ReactNode;
}

const reasonIcons = { walk: "navigate", review: "review", add: "plus" } as const;

/** Frame of the pages around signing in: a title and one card. */
export function AccountCard({ title, footer, children }: AccountCardProps) {
  const { t } = useTranslation();
  const reason = signInReasonOf(useContinuePath());
  return (
    <PageMain className="max-w-[28rem]!">
      <PageTitle screen={title} />
      <h1 className="mb-5 text-2xl">{title}</h1>
      {reason && (
        <p className="mb-5 flex items-center gap-2">
          <Icon name={reasonIcons[reason]} className="size-5 text-brand" />
          {t(`login.reason.${reason}`)}
        </p>
      )}
      <div className="rounded-card border border-line bg-raised p-5 sm:p-6">{children}</div>
      {footer && <div className="mt-5 space-y-1 text-center">{footer}</div>}
    </PageMain>
  );
}

/** A link below the card to another form, which leads to the same place afterwards. */
export function FormLink({ to, children }: { to: string; children: ReactNode }) {
  const continuing = continuingPath(to, useContinuePath());
  return (
    <PageLink to={continuing} className="text-link inline-block py-2.5">
      {children}
    </PageLink>
  );
}

/** Path to which the form leads once the visitor is signed in (docs/product#continue-address). */
export function useContinuePath(): string {
  return continuePathOf(new URL(`/${useLocation().search}`, "http://own"));
}
