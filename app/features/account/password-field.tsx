import { useState } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "#app/ui/icon-button.tsx";
import { passwordLength, specialCharacters } from "#domain/password-rules.ts";
import type { AccountField } from "./failure-field.ts";
import { TextField } from "./text-field.tsx";

interface PasswordFieldProps {
  name: Extract<AccountField, "currentPassword" | "password" | "confirmation">;
  label: string;
  /** Whether it is chosen here rather than known from before; password managers go by it. */
  isNew?: boolean;
  /** Whether the rules for a good one stand below. */
  hasRules?: boolean;
}

/** A password, with a button that shows what was typed. */
export function PasswordField({ name, label, isNew, hasRules }: PasswordFieldProps) {
  const { t } = useTranslation();
  const [isShown, setIsShown] = useState(false);
  return (
    <TextField
      name={name}
      type={isShown ? "text" : "password"}
      label={label}
      hint={
        hasRules
          ? t("password.hint", { ...passwordLength, characters: specialCharacters.join(" ") })
          : undefined
      }
      autoComplete={isNew ? "new-password" : "current-password"}
      autoCapitalize="none"
      spellCheck={false}
      button={
        <IconButton
          icon={isShown ? "eye-off" : "eye"}
          label={t(isShown ? "password.hide" : "password.show")}
          onClick={() => setIsShown(!isShown)}
          className="noscript:hidden"
        />
      }
    />
  );
}
