import type { ReactNode } from "react";
import { Icon } from "#app/ui/icon.tsx";
import type { IconName } from "#app/ui/icon-names.ts";

interface ListNoticeProps {
  icon: IconName;
  title: string;
  text?: string;
  children?: ReactNode;
}

/** A centred message in the place of the cards. */
export function ListNotice({ icon, title, text, children }: ListNoticeProps) {
  return (
    <section className="grid justify-items-center gap-3 py-10 text-center">
      <Icon name={icon} className="size-10 text-muted" />
      <h2 className="text-xl">{title}</h2>
      {text && <p className="max-w-md text-muted">{text}</p>}
      {children && <div className="mt-2 flex flex-wrap justify-center gap-3">{children}</div>}
    </section>
  );
}
