import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigation } from "react-router";
import { Skeleton } from "#app/ui/skeleton.tsx";

const cardCount = 4;

/** Cards without words, while the list is loading. */
export function PlaceListSkeleton() {
  const { t } = useTranslation();
  return (
    <div aria-busy="true" className="grid gap-4">
      <p className="sr-only">{t("places.loading")}</p>
      {Array.from({ length: cardCount }, (_, index) => (
        <div key={index} className="grid gap-3 rounded-card border border-line bg-raised p-4">
          <div className="flex justify-between gap-3">
            <Skeleton className="h-6 w-40" />
            <Skeleton className="h-6 w-24" />
          </div>
          <Skeleton className="h-5 w-3/5" />
          <Skeleton className="h-5 w-4/5" />
          <Skeleton className="h-5 w-1/3" />
          <Skeleton className="h-24 w-full" />
        </div>
      ))}
    </div>
  );
}

/** Time after which a wait is shown. */
const slowMs = 300;

/**
 * Whether loading another page at `pathname` has taken longer than 300 ms. A form that is being sent does not
 * count.
 */
export function useSlowNavigation(pathname: string): boolean {
  const { location, formMethod } = useNavigation();
  const isSending = formMethod === "POST";
  const target = location?.pathname === pathname && !isSending ? location.key : null;
  const [slowTarget, setSlowTarget] = useState<string | null>(null);
  useEffect(() => {
    if (target === null) return;
    const timer = setTimeout(() => setSlowTarget(target), slowMs);
    return () => clearTimeout(timer);
  }, [target]);
  return target !== null && slowTarget === target;
}
