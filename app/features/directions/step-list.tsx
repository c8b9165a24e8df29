import { useTranslation } from "react-i18next";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { joinClasses } from "#app/ui/class-names.ts";
import { Disclosure } from "#app/ui/panes/disclosure.tsx";
import type { DirectionsStep } from "#domain/walking/directions.ts";

interface StepListProps {
  steps: readonly DirectionsStep[];
  /** Index of the current step. */
  current: number;
}

/** All steps of a route, with the distance of each. */
export function StepList({ steps, current }: StepListProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  if (steps.length === 0) return null;
  return (
    <div className="border-y border-line">
      <Disclosure open icon="list" title={t("directions.steps", { total: steps.length })}>
        <ol className="grid gap-1 pb-3">
          {steps.map(({ instruction, distance }, index) => (
            <li
              key={index}
              aria-current={index === current ? "step" : undefined}
              className={joinClasses(
                "tabular flex gap-3 rounded-control px-3 py-2",
                index === current && "bg-brand-tint font-bold",
                index < current && "text-muted",
              )}
            >
              <span aria-hidden="true" className="min-w-6 flex-none text-muted">
                {index + 1}.
              </span>
              <span className="min-w-0 grow hyphens-auto">{instruction}</span>
              {distance > 0 && (
                <span className="flex-none text-muted">{format.distance(distance)}</span>
              )}
            </li>
          ))}
        </ol>
      </Disclosure>
    </div>
  );
}
