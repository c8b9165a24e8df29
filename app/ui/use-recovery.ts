import { type RefObject, useEffect } from "react";
import { listenForContact } from "#app/network/offline-detection.ts";

/** Delay before the next attempt, because contact that is back may be lost again. */
const recoveryMs = 2_000;

/** Calls `retry` two seconds after contact is back, unless it is lost again or the page has loaded what failed. */
export function useRecovery(hasFailed: RefObject<boolean>, retry: () => void): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stopListening = listenForContact(
      () => clearTimeout(timer),
      () => {
        clearTimeout(timer);
        // Read only then: contact may be back before the page has drawn the failure.
        timer = setTimeout(() => hasFailed.current && retry(), recoveryMs);
      },
    );
    return () => {
      stopListening();
      clearTimeout(timer);
    };
  }, [hasFailed, retry]);
}
