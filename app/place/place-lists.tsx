import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { Place } from "#domain/place/place.ts";

/** The town's lists that have a place: their words of opening hours that are not known otherwise, and whose they are. */
export function PlaceLists({ lists = [] }: Pick<Place, "lists">) {
  const { t } = useTranslation();
  return lists.map(({ title, attribution, licence, link, hours }) => (
    <div key={title} className="py-2 wrap-anywhere">
      {hours !== undefined && (
        <p className="flex items-start gap-2">
          <Icon name="clock" className="mt-0.5 size-5 text-muted" />
          <span className="min-w-0">{t("panel.list.says", { hours })}</span>
        </p>
      )}
      <p className="text-sm text-muted">
        {t("panel.list.data")}{" "}
        {link === undefined ? (
          attribution
        ) : (
          <a href={link} target="_blank" rel="noopener" className="text-link">
            {attribution}
          </a>
        )}{" "}
        ({licence})
      </p>
    </div>
  ));
}
