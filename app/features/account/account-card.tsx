import type { ReactNode } from "react";
import { PageMain, PageTitle } from "#app/ui/page-main.tsx";

interface AccountCardProps {
  title: string;
  /** Links below the card to the other forms. */
  footer?: ReactNode;
  children: ReactNode;
}

/** Frame of the pages around signing in: a title and one card. */
export function AccountCard({ title, footer, children }: AccountCardProps) {
  return (
    <PageMain className="max-w-[28rem]!">
      <PageTitle screen={title} />
      <h1 className="mb-5 text-2xl">{title}</h1>
      <div className="rounded-card border border-line bg-raised p-5 sm:p-6">{children}</div>
      {footer && <div className="mt-5 space-y-1 text-center">{footer}</div>}
    </PageMain>
  );
}
