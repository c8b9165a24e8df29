import { useTranslation } from "react-i18next";
import { Button } from "#app/ui/button.tsx";
import { ModerationForm } from "./moderation-form.tsx";

interface ResolveEntryProps {
  intent: "resolve-report" | "resolve-correction";
  id: number;
  /** Of the place that it is about. */
  name: string;
}

/** Takes a report or a correction off its list. */
export function ResolveEntry({ intent, id, name }: ResolveEntryProps) {
  const { t } = useTranslation();
  const label = t("moderation.resolve");
  return (
    <ModerationForm intent={intent} id={id}>
      <Button type="submit" icon="check" aria-label={`${label}: ${name}`}>
        {label}
      </Button>
    </ModerationForm>
  );
}
