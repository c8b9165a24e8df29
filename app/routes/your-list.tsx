import {
  type PageMessages,
  PageMessagesProvider,
  pageMessagesOf,
} from "#app/i18n/page-messages.tsx";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import type { PageHandle } from "#app/page-start.ts";
import { PageMain, PageTitle } from "#app/ui/page-title-and-main.tsx";
import { importUndoDays } from "#domain/source-list/import-view.ts";
import { i18nContext } from "#server/request-context.ts";
import type { Route } from "./+types/your-list.ts";

export function loader({ context }: Route.LoaderArgs): PageMessages {
  return pageMessagesOf(context.get(i18nContext), "yourList");
}

export const handle: PageHandle = { isStatic: true };

export default function YourList({ loaderData }: Route.ComponentProps) {
  return (
    <PageMessagesProvider given={loaderData} path="/your-list">
      <YourListGuide />
    </PageMessagesProvider>
  );
}

const sections = {
  table: ["position", "key", "facts"],
  hours: ["examples", "unknown", "winter", "dates"],
  import: ["open", "columns", "rows", "source", "takeOver"],
  stays: ["people", "missing"],
  again: ["file", "address"],
} as const;

/** One-page guide for owners of a town's list (docs/product#page-of-a-list). */
function YourListGuide() {
  const { t } = useTranslation();
  return (
    <PageMain>
      <PageTitle screen={t("yourList.title")} />
      <h1 className="text-2xl">{t("yourList.title")}</h1>
      <p className="mt-2">{t("yourList.text")}</p>
      {Object.entries(sections).map(([name, points]) => {
        const section = name as keyof typeof sections;
        const List = section === "import" ? "ol" : "ul";
        return (
          <section key={name} aria-labelledby={name}>
            <h2 id={name} className="mt-6 mb-1 text-xl">
              {t(`yourList.section.${section}`)}
            </h2>
            <List
              className={
                section === "import"
                  ? "list-decimal space-y-1 pl-6 marker:font-bold marker:text-brand"
                  : "list-disc space-y-1 pl-6 marker:text-brand"
              }
            >
              {points.map((point) => (
                <li key={point}>{t(`yourList.point.${point}`, { days: importUndoDays })}</li>
              ))}
            </List>
          </section>
        );
      })}
    </PageMain>
  );
}
