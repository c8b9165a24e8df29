import { useTranslation } from "react-i18next";
import { Button } from "#app/ui/button.tsx";
import { ModerationForm } from "./moderation-form.tsx";

/** Accepts one place. */
export function AcceptPlace({ id, name }: { id: number; name: string }) {
  const { t } = useTranslation();
  const label = t("moderation.accept.action");
  return (
    <ModerationForm intent="accept" id={id}>
      <Button type="submit" variant="primary" icon="check" aria-label={`${label}: ${name}`}>
        {label}
      </Button>
    </ModerationForm>
  );
}
