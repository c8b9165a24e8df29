import { useState } from "react";
import type { AccountFailure } from "./account-failure.ts";
import type { GoogleFailureCode } from "./google-failure.ts";

/** The form's last failure, be it the server's answer or a Google window that came back without. */
export function useGoogleFailure(answer: AccountFailure | undefined) {
  const [failed, setFailed] = useState<{ failure: AccountFailure; after: typeof answer } | null>(
    null,
  );
  return {
    // An answer that came later takes its place.
    answer: failed !== null && failed.after === answer ? failed.failure : answer,
    fail: (code: GoogleFailureCode) => setFailed({ failure: { code }, after: answer }),
  };
}
