import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Form, useNavigation } from "react-router";
import {
  type AccountFailure,
  type AccountFailureCode,
  failureText,
} from "#app/features/account/account-failure.ts";
import { Alert } from "#app/ui/alert.tsx";
import { joinClasses } from "#app/ui/class-names.ts";
import { type AccountField, FaultyFieldContext, failureField } from "./faulty-field.ts";

/** Time that a failure's message stays (docs/product#account-failures). */
const messageTimeoutMs = 5_000;

interface AccountFormProps {
  /** The server's answer to the last attempt. */
  answer: AccountFailure | undefined;
  /** Checks the form in the browser; the server checks the same again. */
  check?: (form: FormData) => AccountFailureCode | null;
  /** Whether messages stay until the next attempt, instead of closing after five seconds. */
  keepsMessage?: boolean;
  /** Failures that are about another field than usual. */
  fields?: Partial<Record<AccountFailureCode, AccountField>>;
  className?: string;
  children: ReactNode;
}

/**
 * An account form. A failure has a message that is announced and closes after five seconds, and its field
 * gets the focus and is marked until it is changed. Both keep their space until the next answer, so that
 * nothing moves when they go. Without script they stay.
 */
export function AccountForm(props: AccountFormProps) {
  const { answer, check, keepsMessage, fields, className, children } = props;
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const isSending = useNavigation().formMethod === "POST";
  const failure = useFormFailure(answer);
  const text = failure.code ? failureText(t, failure.code) : "";
  const field = failure.code && (fields?.[failure.code] ?? failureField(failure.code));

  useEffect(() => {
    if (failure.count === 0 || field === null) return;
    const faulty = form.current?.elements.namedItem(field);
    if (faulty instanceof HTMLElement) faulty.focus();
  }, [failure.count, field]);

  return (
    <Form
      ref={form}
      method="post"
      noValidate
      aria-busy={isSending}
      className={className}
      onSubmit={(event) => {
        const code = check?.(new FormData(event.currentTarget)) ?? null;
        if (code !== null) failure.fail(code);
        else failure.clear();
        if (code !== null || isSending) event.preventDefault();
      }}
    >
      {failure.code && (
        <Alert
          key={failure.count}
          kind="danger"
          timeoutMs={keepsMessage ? undefined : messageTimeoutMs}
          onDismiss={failure.dismiss}
          className={joinClasses("mb-5", !failure.isOpen && "invisible")}
        >
          {text}
        </Alert>
      )}
      <FaultyFieldContext
        value={{ field, text, isMarked: failure.isMarked, unmark: failure.unmark }}
      >
        {children}
      </FaultyFieldContext>
    </Form>
  );
}

interface ShownFailure {
  /** The server's answer that led to the failure. */
  answer: AccountFailure | undefined;
  code: AccountFailureCode | null;
  /** Whether the message is open. */
  isOpen: boolean;
  /** Whether the field is marked: until it is changed, or the form is sent again. */
  isMarked: boolean;
  /** Grows with each failure, so that a repeated failure is announced again. */
  count: number;
}

/** The latest failure of a form, from the browser's check or the server's answer. */
function useFormFailure(answer: AccountFailure | undefined) {
  const failed = (code: AccountFailureCode | null, count: number): ShownFailure => ({
    answer,
    code,
    isOpen: code !== null,
    isMarked: code !== null,
    count,
  });
  const [shown, setShown] = useState(() => failed(answer?.code ?? null, 0));
  const current = shown.answer === answer ? shown : failed(answer?.code ?? null, shown.count + 1);
  if (current !== shown) setShown(current);
  return {
    ...current,
    fail: (code: AccountFailureCode) => setShown(failed(code, current.count + 1)),
    // The code stays, because the message keeps its space until the next answer.
    clear: () => setShown({ ...current, isOpen: false, isMarked: false }),
    dismiss: () => setShown({ ...current, isOpen: false }),
    unmark: () => setShown({ ...current, isMarked: false }),
  };
}
