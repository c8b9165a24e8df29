import { useId } from "react";
import { FaultText } from "#app/ui/fault-text.tsx";
import { useFaultyField } from "./faulty-field.ts";

/** The box to tick before something that can't be undone. */
export function ConfirmationBox({ label }: { label: string }) {
  const faultId = useId();
  const faulty = useFaultyField("confirmed");
  const isMarked = faulty?.isMarked ?? false;
  return (
    <div className="mb-4">
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          name="confirmed"
          value="1"
          required
          onInput={isMarked ? faulty?.unmark : undefined}
          aria-invalid={isMarked || undefined}
          aria-describedby={isMarked ? faultId : undefined}
          className="size-6 shrink-0 accent-brand"
        />
        {label}
      </label>
      {faulty && (
        <FaultText id={faultId} className={isMarked ? undefined : "invisible"}>
          {faulty.text}
        </FaultText>
      )}
    </div>
  );
}
