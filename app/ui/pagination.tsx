import { useTranslation } from "#app/i18n/use-translation.tsx";
import { paginationPages } from "#domain/validation/pagination.ts";
import { joinClasses } from "./class-names.ts";
import { Icon } from "./icon.tsx";
import { PageLink } from "./page-link.tsx";

interface PaginationProps {
  /** Number of the shown page, from 1. */
  current: number;
  pageCount: number;
  toPage: (page: number) => string;
  /** Whether it stands before the list, where another one follows it: a number and two steps, in little room. */
  isBefore?: boolean;
}

const cell =
  "tabular inline-flex size-11 items-center justify-center rounded-control border no-underline";

/** Links to the first, last, current and adjacent pages (docs/product#pagination); empty for a single page. */
export function Pagination({ current, pageCount, toPage, isBefore = false }: PaginationProps) {
  const { t } = useTranslation();
  if (pageCount <= 1) return null;
  return (
    <nav
      aria-label={t(isBefore ? "pager.before" : "pager.label")}
      className={isBefore ? "ml-auto" : "my-6"}
    >
      <ul className="flex flex-wrap items-center justify-center gap-0.5 sm:gap-1.5">
        {current > 1 && (
          <li>
            <Step
              to={toPage(Math.min(current - 1, pageCount))}
              icon="chevron-left"
              label={t("pager.previous")}
            />
          </li>
        )}
        {isBefore && (
          <li className="tabular whitespace-nowrap text-muted">
            <span aria-hidden="true">
              {current} / {pageCount}
            </span>
            <span className="sr-only">{t("pager.page", { page: current, pageCount })}</span>
          </li>
        )}
        {(isBefore ? [] : paginationPages(current, pageCount)).map((page, index, pages) =>
          page === "gap" ? (
            <li
              key={`gap after ${pages[index - 1]}`}
              aria-hidden="true"
              className="text-muted sm:px-1"
            >
              …
            </li>
          ) : (
            <li key={page}>
              <PageLink
                to={toPage(page)}
                aria-current={page === current ? "page" : undefined}
                aria-label={t("pager.page", { page, pageCount })}
                className={joinClasses(
                  cell,
                  page === current
                    ? "border-brand bg-brand font-bold text-on-brand"
                    : "border-line bg-raised text-text hover:bg-brand-tint",
                )}
              >
                {page}
              </PageLink>
            </li>
          ),
        )}
        {current < pageCount && (
          <li>
            <Step to={toPage(current + 1)} icon="chevron-right" label={t("pager.next")} />
          </li>
        )}
      </ul>
    </nav>
  );
}

interface StepProps {
  to: string;
  icon: "chevron-left" | "chevron-right";
  label: string;
}

function Step({ to, icon, label }: StepProps) {
  return (
    <PageLink
      to={to}
      rel={icon === "chevron-left" ? "prev" : "next"}
      aria-label={label}
      className={joinClasses(cell, "border-transparent text-brand hover:bg-brand-tint")}
    >
      <Icon name={icon} />
    </PageLink>
  );
}
