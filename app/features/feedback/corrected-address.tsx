import { useId, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Button } from "#app/ui/button.tsx";
import { fieldClass, joinClasses } from "#app/ui/class-names.ts";
import { findPosition } from "#app/ui/find-position.ts";
import { formatCoordinates } from "#domain/geography/coordinates.ts";
import type { FieldErrorProps } from "./report-fields.tsx";

interface CorrectedAddressProps extends FieldErrorProps {
  city: string;
  address: string;
  className: string;
}

/** The corrected address, and the position for a visitor who is there. */
export function CorrectedAddress({
  city,
  address,
  error,
  errorId,
  className,
}: CorrectedAddressProps) {
  const { t } = useTranslation();
  return (
    <div className={joinClasses("gap-3", className)}>
      <TextInput name="city" label={t("upkeep.report.city")} start={city} />
      <TextInput
        name="address"
        label={t("upkeep.report.address")}
        start={address}
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
