import { use } from "react";
import { FaultyFieldContext } from "./faulty-field.ts";

/** The box to tick before something that can't be undone. */
export function ConfirmationBox({ label }: { label: string }) {
  const faulty = use(FaultyFieldContext);
  const isFaulty = faulty.field === "confirmed";
  return (
    <label className="mb-4 flex min-h-11 items-center gap-3">
      <input
        type="checkbox"
        name="confirmed"
        value="1"
        required
        aria-invalid={isFaulty || undefined}
        aria-describedby={isFaulty ? faulty.messageId : undefined}
        className="size-6 shrink-0 accent-brand"
      />
      {label}
    </label>
  );
}
