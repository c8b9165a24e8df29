import { useId, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Button } from "#app/ui/button.tsx";
import { fieldClass, joinClasses } from "#app/ui/class-names.ts";
import { findPosition } from "#app/ui/find-position.ts";
import { formatCoordinates } from "#domain/geography/coordinates.ts";
import { type ReportedPlace, shownInputs } from "./read-report-form.ts";
import type { FieldErrorProps } from "./report-fields.tsx";

interface CorrectedAddressProps extends FieldErrorProps {
  /** Null where it could not be read. */
  place: ReportedPlace | null;
  /** Typed values by the fields' names. */
  typed: Readonly<Record<string, string>>;
  className: string;
}

/** The corrected address, and the position for a visitor who is there. */
export function CorrectedAddress({
  place,
  typed,
  error,
  errorId,
  className,
}: CorrectedAddressProps) {
  const { t } = useTranslation();
  return (
    <div className={joinClasses("gap-3", className)}>
      {(["city", "address"] as const).map((name) => {
        const shown = typed[shownInputs[name]] ?? place?.[name];
        return (
          shown !== undefined && (
            <input key={name} type="hidden" name={shownInputs[name]} value={shown} />
          )
        );
      })}
      <TextInput
        name="city"
        label={t("upkeep.report.city")}
        start={typed.city ?? place?.city ?? ""}
      />
      <TextInput
        name="address"
        label={t("upkeep.report.address")}
        start={typed.address ?? place?.address ?? ""}
        describedBy={errorId}
      />
      {error}
      <OwnPosition />
    </div>
  );
}

interface TextInputProps {
  name: string;
  label: string;
  start: string;
  describedBy?: string;
}

function TextInput({ name, label, start, describedBy }: TextInputProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-bold">
        {label}
      </label>
      <input
        id={id}
        name={name}
        defaultValue={start}
        dir="auto"
        aria-invalid={describedBy !== undefined || undefined}
        aria-describedby={describedBy}
        className={fieldClass}
      />
    </div>
  );
}

/** The device's position, which is sent along once the visitor has asked for it. */
function OwnPosition() {
  const { t } = useTranslation();
  const [position, setPosition] = useState<string | null>(null);
  const [hasFailed, setHasFailed] = useState(false);

  async function locate() {
    const found = await findPosition(navigator.geolocation);
    setHasFailed(!found.ok);
    if (found.ok) setPosition(formatCoordinates(found.position));
  }

  return (
    <div className="noscript:hidden">
      <input type="hidden" name="position" value={position ?? ""} />
      <Button icon={position ? "check" : "locate"} onClick={locate} disabled={position !== null}>
        {t(position ? "upkeep.report.positionAdded" : "upkeep.report.addPosition")}
      </Button>
      <p role="status" className="mt-1 text-sm empty:hidden">
        {hasFailed && t("upkeep.report.noPosition")}
      </p>
    </div>
  );
}
