import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";

export function ReviewSkeleton() {
  const { t } = useTranslation();
  return (
    <div aria-busy="true" className="grid gap-2 py-3">
      <p className="sr-only">{t("reviews.loading")}</p>
      <Skeleton className="h-5 w-40" />
      <Skeleton className="h-5 w-full" />
    </div>
  );
}
