import { useEffect } from "react";

/**
 * Removes the record that a sign-in with Google left in local storage (docs/product#sign-in-record)
 * when nobody is signed in any more: after signing out, and when the session has ended.
 */
export function useForgottenRecord(isSignedOut: boolean): void {
  useEffect(() => {
    try {
      if (isSignedOut) localStorage.removeItem("auth");
    } catch {
      // Where storage is closed, nothing was kept.
    }
  }, [isSignedOut]);
}
