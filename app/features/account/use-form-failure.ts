import { useState } from "react";
import type { AccountFailure, AccountFailureCode } from "./account-failure.ts";

interface ShownFailure {
  /** The server's answer that this came from. */
  answer: AccountFailure | undefined;
  code: AccountFailureCode | null;
  /** Whether its message still stands. */
  isOpen: boolean;
  /** Whether its field is marked: until that is changed, or the form is sent again. */
  isMarked: boolean;
  /** Grows with each failure, so that the same one twice is said twice. */
  count: number;
}

/** The latest failure of a form, found by the browser or answered by the server. */
export function useFormFailure(answer: AccountFailure | undefined) {
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
    // The code stays: what it said keeps its room until there is an answer.
    clear: () => setShown({ ...current, isOpen: false, isMarked: false }),
    dismiss: () => setShown({ ...current, isOpen: false }),
    unmark: () => setShown({ ...current, isMarked: false }),
  };
}
