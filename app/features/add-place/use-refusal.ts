import { useState } from "react";
import type { AddPlaceAnswer, RefusedPlace } from "./add-place-answer.ts";

interface ShownRefusal {
  /** The server's answer that this came from. */
  readonly answer: AddPlaceAnswer | undefined;
  readonly refusal: RefusedPlace | null;
  /** Whether its banner still stands; the fields stay marked until the next attempt. */
  readonly isOpen: boolean;
  /** Grows with each refusal, so that the same one twice is said twice. */
  readonly count: number;
}

/** Why the latest attempt was refused, by the browser or by the server. */
export function useRefusal(answer: AddPlaceAnswer | undefined) {
  const shown = (refusal: RefusedPlace | null, count: number): ShownRefusal => ({
    answer,
    refusal,
    isOpen: refusal !== null,
    count,
  });
  const answered = answer?.kind === "refused" ? answer : null;
  const [state, setState] = useState(() => shown(answered, 0));
  const current = state.answer === answer ? state : shown(answered, state.count + 1);
  if (current !== state) setState(current);
  return {
    ...current,
    refuse: (refusal: RefusedPlace) => setState(shown(refusal, current.count + 1)),
    clear: () => setState(shown(null, current.count)),
    dismiss: () => setState({ ...current, isOpen: false }),
  };
}
