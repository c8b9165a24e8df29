import { useTranslation } from "react-i18next";
import { type ReviewSort, reviewSorts } from "#domain/review-sort.ts";

interface ReviewLinksProps {
  /** The order shown; null where the reviews are not opened yet. */
  current: ReviewSort | null;
  toOpened: (sort: ReviewSort) => string;
}

/** What the reviews' order and their opening are without script: links. */
export function ReviewLinks({ current, toOpened }: ReviewLinksProps) {
  const { t } = useTranslation();
  return (
    <noscript>
      {current === null ? (
        <a href={toOpened("added-desc")} className="text-link inline-block py-2.5">
          {t("reviews.show")}
        </a>
      ) : (
        <ul aria-label={t("reviews.sort.label")} className="flex flex-wrap gap-x-4">
          {reviewSorts.map((sort) => (
            <li key={sort}>
              <a
                href={toOpened(sort)}
                aria-current={sort === current ? "true" : undefined}
                className="text-link inline-block py-2.5 aria-[current]:font-bold"
              >
                {t(`reviews.sort.${sort}`)}
              </a>
            </li>
          ))}
        </ul>
      )}
    </noscript>
  );
}
