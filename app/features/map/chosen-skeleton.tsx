import { useTranslation } from "react-i18next";
import { Skeleton } from "#app/ui/skeleton.tsx";

/** Stands where the chosen place will, in its shape. */
export function ChosenSkeleton() {
  const { t } = useTranslation();
  return (
    <div aria-busy="true" className="grid gap-3 px-4 py-3">
      <p className="sr-only">{t("map.chosen.loading")}</p>
      <Skeleton className="h-7 w-36 rounded-full!" />
      <Skeleton className="h-7 w-48" />
      <Skeleton className="h-5 w-full" />
      <Skeleton className="h-5 w-40" />
    </div>
  );
}
