import { useEffect } from "react";
import { useRouteLoaderData } from "react-router";

/** Who is signed in, as every page knows it; null for a visitor. */
export function useSession(): Session | null {
  return useRouteLoaderData<RootSession>("root")?.session ?? null;
}

/** Whether there is a session that the server could not read: nobody knows who asks then. */
export function useIsSessionUnread(): boolean {
  return useRouteLoaderData<RootSession>("root")?.isSessionUnread ?? false;
}

interface RootSession {
  readonly session: Session | null;
  readonly isSessionUnread?: true;
}

/** What the navigation bar knows of who is signed in. */
export interface Session {
  isAdministrator: boolean;
  /** Shown for everyone but the administrator; null where it is not known. */
  email: string | null;
  /** How much waits for the administrator; null for everyone else, and where it is not known. */
  waitingCount: number | null;
}

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
