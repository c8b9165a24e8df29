import type { ReactNode } from "react";
import { Button } from "#app/ui/button.tsx";
import { buttonClass } from "#app/ui/button-class.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { IconName } from "#app/ui/icon-names.ts";
import { ModerationForm } from "./moderation-form.tsx";

interface ConfirmedFormProps {
  intent: "delete" | "disable";
  id?: number;
  account?: string;
  icon: IconName;
  /** What opens the question. */
  label: string;
  /** Names what it is about, for those who hear the button alone. */
  about: string;
  question: ReactNode;
  /** What the button that does it says. */
  confirm: string;
}

/** Asks once before something happens: the button opens the question, and works without script. */
export function ConfirmedForm(props: ConfirmedFormProps) {
  const { intent, id, account, icon, label, about, question, confirm } = props;
  return (
    <details className="group open:basis-full">
      <summary
        aria-label={`${label}: ${about}`}
        className={buttonClass("danger", "medium", "w-fit cursor-pointer list-none")}
      >
        <Icon name={icon} />
        {label}
      </summary>
      <ModerationForm
        intent={intent}
        id={id}
        account={account}
        className="mt-2 rounded-control border border-closed bg-closed-tint p-4"
      >
        <p className="mb-3">{question}</p>
        <Button type="submit" variant="danger" icon={icon}>
          {confirm}
        </Button>
      </ModerationForm>
    </details>
  );
}
