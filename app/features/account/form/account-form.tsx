import { type ReactNode, useEffect, useRef } from "react";
import { Form } from "react-router";
import {
  type AccountFailure,
  type AccountFailureCode,
  failureText,
} from "#app/features/account/account-failure.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { joinClasses } from "#app/ui/class-names.ts";
import { useFormFailure, useIsSending } from "#app/ui/form/use-form-failure.ts";
import type { AccountFormName } from "#domain/account/account-forms.ts";
import { type AccountField, failureField, InvalidFieldContext } from "./account-fields.tsx";

/** Time that a failure's message stays (docs/product#account-failures). */
const messageTimeoutMs = 5_000;

interface AccountFormProps {
  result: AccountFailure | undefined;
  /** Name of the form's schema, which loads when the visitor turns to the form; without it the server alone checks. */
  name?: AccountFormName;
  /** Whether messages stay until the next attempt, instead of closing after five seconds. */
  keepsMessage?: boolean;
  /** Failures that are about another field than usual; null for one whose usual field the form lacks. */
  fields?: Partial<Record<AccountFailureCode, AccountField | null>>;
  className?: string;
  children: ReactNode;
}

/**
 * An account form. A failure has one message, at its field or above the form, for five seconds; the field gets the
 * focus and
 * stays marked until it is changed. The message keeps its space until the next result. Without script it stays.
 */
export function AccountForm(props: AccountFormProps) {
  const { result, name, keepsMessage, fields, className, children } = props;
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const isSending = useIsSending(result);
  const { loadSchemas, checkFields } = useSchema(name);
  const failure = useFormFailure(result, codeOf);
  const code = failure.failure;
  const text = code ? failureText(t, code) : "";
  const own = code ? fields?.[code] : null;
  const field = code && own === undefined ? failureField(code) : (own ?? null);
  const timeoutMs = keepsMessage ? undefined : messageTimeoutMs;

  useEffect(() => {
    if (failure.count === 0 || field === null) return;
    const invalid = form.current?.elements.namedItem(field);
    if (invalid instanceof HTMLElement) invalid.focus();
  }, [failure.count, field]);

  return (
    <Form
      ref={form}
      method="post"
      noValidate
      aria-busy={isSending}
      className={className}
      onFocus={loadSchemas}
      onSubmit={(event) => {
        const checked = checkFields(new FormData(event.currentTarget));
        const isInvalid = checked?.ok === false;
        if (isInvalid) failure.fail(checked.code);
        else failure.clear();
        if (isInvalid || isSending) event.preventDefault();
      }}
    >
      {code && field === null && (
        <Alert
          key={failure.count}
          kind="danger"
          timeoutMs={timeoutMs}
          onDismiss={failure.dismiss}
          className={joinClasses("mb-5", !failure.isOpen && "invisible")}
        >
          {text}
        </Alert>
      )}
      <InvalidFieldContext
        value={{
          ...{ field, text, alert: { timeoutMs, onDismiss: failure.dismiss } },
          ...{ count: failure.count, isOpen: failure.isOpen },
          ...{ isMarked: failure.isMarked, unmark: failure.unmark },
        }}
      >
        {children}
      </InvalidFieldContext>
    </Form>
  );
}

/** The schemas of account forms, which no page starts with (docs/decisions/020). */
function useSchema(name: AccountFormName | undefined) {
  const schemas = useRef<typeof import("#domain/account/account-forms.ts")>(null);
  const loadSchemas = async () => {
    if (name === undefined || schemas.current) return;
    // Vite puts a `then` of an import before the loading of the chunk's files, whose failure it would not see.
    try {
      schemas.current = await import("#domain/account/account-forms.ts");
    } catch {
      // The server checks the form.
    }
  };
  const checkFields = (form: FormData) => {
    if (name === undefined || !schemas.current) return null;
    const { accountForms, checkAccountForm } = schemas.current;
    return checkAccountForm<unknown>(accountForms[name], form);
  };
  return { loadSchemas, checkFields };
}

function codeOf(result: AccountFailure | undefined): AccountFailureCode | null {
  return result?.code ?? null;
}
