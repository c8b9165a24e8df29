import { type ReactNode, useId, useRef } from "react";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Button, type ButtonProps, buttonClass } from "#app/ui/button.tsx";
import { Icon, type IconName } from "#app/ui/icon.tsx";

interface ConfirmedSubmitProps extends Omit<ButtonProps, "type" | "variant" | "children"> {
  label: string;
  icon: IconName;
  /** Names the subject, for visitors who hear only the button. */
  about?: string;
  question: ReactNode;
  field?: ReactNode;
  /** Text of the confirming button; the other properties are that button's. */
  confirmLabel: string;
}

/** The submit button of a form that cannot be undone, with one question before, also without script. */
export function ConfirmedSubmit(props: ConfirmedSubmitProps) {
  const { label, icon, about, question, field, confirmLabel, ...button } = props;
  const { t } = useTranslation();
  const questionId = useId();
  const details = useRef<HTMLDetailsElement>(null);
  const fieldset = useRef<HTMLFieldSetElement>(null);

  const close = () => {
    if (details.current === null) return;
    details.current.open = false;
    details.current.querySelector("summary")?.focus();
  };

  const show = () => {
    fieldset.current?.focus({ preventScroll: true });
    // Its scroll margin keeps it clear of bars that stick to the window's edges.
    fieldset.current?.scrollIntoView({ block: "nearest" });
  };

  return (
    <details
      ref={details}
      className="open:basis-full"
      // A screen reader reads the question next.
      onToggle={({ currentTarget }) => currentTarget.open && show()}
    >
      <summary
        aria-label={about && `${label}: ${about}`}
        className={buttonClass("danger", "medium", "w-fit cursor-pointer list-none")}
      >
        <Icon name={icon} />
        <span className="min-w-0">{label}</span>
      </summary>
      <fieldset
        ref={fieldset}
        tabIndex={-1}
        aria-labelledby={questionId}
        className="mt-2 min-w-0 scroll-mt-24 scroll-mb-32 rounded-control border border-closed bg-closed-tint p-edge wrap-anywhere"
      >
        <p id={questionId} className="mb-3">
          {question}
        </p>
        {field && <div className="mb-3">{field}</div>}
        <div className="flex flex-wrap gap-2">
          <Button {...button} type="submit" variant="danger" icon={icon}>
            {confirmLabel}
          </Button>
          <Button variant="quiet" className="noscript:hidden" onClick={close}>
            {t("action.cancel")}
          </Button>
        </div>
      </fieldset>
    </details>
  );
}
