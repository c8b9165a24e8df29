import { useState } from "react";
import { useNavigation } from "react-router";

interface ShownFailure<Result, Failure> {
  readonly result: Result;
  readonly failure: Failure | null;
  readonly isOpen: boolean;
  /** Whether its field is marked: until that is changed, or the form is sent again. */
  readonly isMarked: boolean;
  /** Grows with each failure: the same failure a second time is announced and focused again. */
  readonly count: number;
}

/** The latest failure of a form, from the browser's check or the server. @param failureOf null where a result has none */
export function useFormFailure<Result, Failure>(
  result: Result,
  failureOf: (result: Result) => Failure | null,
) {
  const failed = (failure: Failure | null, count: number): ShownFailure<Result, Failure> => ({
    result,
    failure,
    isOpen: failure !== null,
    isMarked: failure !== null,
    count,
  });
  const [shown, setShown] = useState(() => failed(failureOf(result), 0));
  const current = shown.result === result ? shown : failed(failureOf(result), shown.count + 1);
  if (current !== shown) setShown(current);
  return {
    ...current,
    fail: (failure: Failure) => setShown(failed(failure, current.count + 1)),
    // The failure stays: its message keeps its room until there is a result.
    clear: () => setShown({ ...current, isOpen: false, isMarked: false }),
    dismiss: () => setShown({ ...current, isOpen: false }),
    unmark: () => setShown({ ...current, isMarked: false }),
  };
}

/**
 * Whether a form of the page is on its way. Once its result is shown it can be sent again, though data are still
 * loading.
 * @param result the action's last result; undefined before the first
 */
export function useIsSending(result: unknown): boolean {
  const { state, formMethod } = useNavigation();
  const [previousResult, setPreviousResult] = useState(result);
  if (state === "submitting" && previousResult !== result) setPreviousResult(result);
  const hasResult = state === "loading" && result !== previousResult;
  return formMethod === "POST" && !hasResult;
}
