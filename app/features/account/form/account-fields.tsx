import { type ComponentProps, createContext, type ReactNode, use, useId, useState } from "react";
import type { AccountFailureCode } from "#app/features/account/account-failure.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { IconButton } from "#app/ui/button.tsx";
import { fieldClass, joinClasses } from "#app/ui/class-names.ts";
import { Choice } from "#app/ui/form/choice.tsx";
import { passwordLength, specialCharacters } from "#domain/account/password-rules.ts";

interface TextFieldProps extends ComponentProps<"input"> {
  name: AccountField;
  label: string;
  /** Description of a good value. */
  hint?: string;
  button?: ReactNode;
}

/** A labelled input of an account form, marked while the form's failure is about it. */
export function TextField({ name, label, hint, button, className, ...rest }: TextFieldProps) {
  const id = useId();
  const hintId = useId();
  const errorId = useId();
  const invalid = useInvalidField(name);
  const isMarked = invalid?.isMarked ?? false;
  const describedBy = [isMarked && errorId, hint && hintId].filter(Boolean).join(" ");
  return (
    <div className={joinClasses("mb-4", className)}>
      <label htmlFor={id} className="mb-1 block font-bold">
        {label}
      </label>
      <div className="relative">
        <input
          {...rest}
          id={id}
          name={name}
          required
          onInput={isMarked ? invalid?.unmark : undefined}
          aria-invalid={isMarked || undefined}
          aria-describedby={describedBy || undefined}
          className={joinClasses(fieldClass, Boolean(button) && "pr-13")}
        />
        {button && <div className="absolute inset-y-0 right-0.5 flex items-center">{button}</div>}
      </div>
      {invalid && <FieldAlert id={errorId} {...invalid} />}
      {hint && (
        <p id={hintId} className="mt-1 text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}

/** The failure of the field above, as text, once. */
function FieldAlert({ id, text, alert, count, isOpen, isMarked }: InvalidField & { id: string }) {
  return (
    <Alert
      key={count}
      kind="danger"
      {...alert}
      isQuiet={!isOpen}
      className={joinClasses("mt-2", !isOpen && !isMarked && "invisible")}
    >
      {/* Without the button, the description of the field. */}
      <p id={id}>{text}</p>
    </Alert>
  );
}

/** The e-mail address; `typed` is its value in a form that the server refused. */
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

interface PasswordFieldProps {
  name: Extract<AccountField, "currentPassword" | "password" | "confirmation">;
  label: string;
  /** Whether the password is new rather than the current one, for password managers. */
  isNew?: boolean;
  hasRules?: boolean;
}

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

interface RequiredBoxProps {
  name: Extract<AccountField, "confirmed" | "terms">;
  /** Whether it was ticked in a form that the server refused. */
  isTicked?: boolean;
  children: ReactNode;
}

export function RequiredBox({ name, isTicked, children }: RequiredBoxProps) {
  const errorId = useId();
  const invalid = useInvalidField(name);
  const isMarked = invalid?.isMarked ?? false;
  return (
    <div className="mb-4">
      <Choice
        type="checkbox"
        name={name}
        value="1"
        required
        defaultChecked={isTicked}
        onInput={isMarked ? invalid?.unmark : undefined}
        aria-invalid={isMarked || undefined}
        aria-describedby={isMarked ? errorId : undefined}
      >
        {children}
      </Choice>
      {invalid && <FieldAlert id={errorId} {...invalid} />}
    </div>
  );
}

/** The latest failure of a form, as its fields see it. */
interface InvalidField {
  field: AccountField | null;
  text: string;
  /** Properties of its alert, at the field. */
  alert: { readonly timeoutMs: number | undefined; readonly onDismiss: () => void };
  /** Grows with each failure: the same one is announced again. */
  count: number;
  /** Whether the alert is open; once closed, its text stays while the field is marked. */
  isOpen: boolean;
  /** Whether the field is marked. Its text keeps its space afterwards, so that nothing moves while the visitor types. */
  isMarked: boolean;
  unmark: () => void;
}

export const InvalidFieldContext = createContext<InvalidField | null>(null);

/** The latest failure as a field of the form shows it; null where the failure is about another field. */
function useInvalidField(name: AccountField): InvalidField | null {
  const invalid = use(InvalidFieldContext);
  return invalid?.field === name ? invalid : null;
}

/** Fields of the account forms, by their names in the form. */
export type AccountField =
  | "email"
  | "currentPassword"
  | "password"
  | "confirmation"
  | "confirmed"
  | "terms"
  | "code";

const fields: Partial<Record<AccountFailureCode, AccountField>> = {
  "error.usernotfound": "email",
  "error.disableduser": "email",
  "error.alreadyinuse": "email",
  "error.invalidemail": "email",
  "error.emptyemail": "email",
  "error.wrongpassword": "password",
  "error.characters": "password",
  "error.lowercase": "password",
  "error.uppercase": "password",
  "error.number": "password",
  "error.special": "password",
  "error.common": "password",
  "password-reset-weak-password": "password",
  "error.samepassword": "confirmation",
  "error.terms": "terms",
  "account.delete.unconfirmed": "confirmed",
};

/** The field that a failure is about; null for a failure of the whole form. */
export function failureField(code: AccountFailureCode): AccountField | null {
  return fields[code] ?? null;
}
