import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "./button.tsx";
import type { IconName } from "./icon-names.ts";

interface ConfirmedButtonProps {
  label: string;
  icon?: IconName;
  /** Asked once, in place of the button. */
  question: string;
  confirmLabel: string;
  onConfirm: () => void;
  /** While something is being done, a press does nothing; the focus stays where it is. */
  isBusy?: boolean;
  className?: string;
}

/** A button for what can't be undone: its press asks, and the answer does it or brings it back. */
export function ConfirmedButton(props: ConfirmedButtonProps) {
  const { label, icon, question, confirmLabel, onConfirm, isBusy = false, className } = props;
  const { t } = useTranslation();
  const questionId = useId();
  const asked = useRef<HTMLFieldSetElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isAsking, setIsAsking] = useState(false);
  const wasAsking = useRef(false);

  useEffect(() => {
    // The focus follows what takes the place of what was pressed: the question first, so that a
    // second press of the same key answers nothing.
    if (isAsking) asked.current?.focus();
    else if (wasAsking.current) button.current?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);

  if (!isAsking) {
    return (
      <Button
        ref={button}
        variant="danger"
        icon={icon}
        aria-disabled={isBusy}
        className={className}
        onClick={() => isBusy || setIsAsking(true)}
      >
        {label}
      </Button>
    );
  }
  return (
    <fieldset ref={asked} tabIndex={-1} aria-labelledby={questionId} className={className}>
      <p id={questionId} className="mb-2 font-bold">
        {question}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="danger"
          icon={icon}
          aria-disabled={isBusy}
          onClick={() => isBusy || onConfirm()}
        >
          {confirmLabel}
        </Button>
        <Button variant="quiet" aria-disabled={isBusy} onClick={() => isBusy || setIsAsking(false)}>
          {t("action.cancel")}
        </Button>
      </div>
    </fieldset>
  );
}
