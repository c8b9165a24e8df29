import { useTranslation } from "react-i18next";
import { TextField } from "./text-field.tsx";

/** The e-mail address; `typed` is what was in it when the server refused the form. */
export function EmailField({ typed }: { typed: string | undefined }) {
  const { t } = useTranslation();
  return (
    <TextField
      name="email"
      type="email"
      label={t("field.email")}
      defaultValue={typed}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}
