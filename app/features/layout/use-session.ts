import { useEffect } from "react";
import { useRouteLoaderData } from "react-router";
import type { Role } from "#domain/account/role.ts";
import type { MapView } from "#domain/map/map-view.ts";

/** The visitor's session, as every page knows it; null without one. */
export function useSession(): Session | null {
  return useRouteLoaderData<RootSession>("root")?.session ?? null;
}

/** Whether there is a session that the server could not read: the visitor is then unknown. */
export function useIsSessionUnread(): boolean {
  return useRouteLoaderData<RootSession>("root")?.isSessionUnread ?? false;
}

/** Whether the visitor gets directions and links to other maps (docs/product#directions). */
export function useMayBeLed(): boolean {
  const root = useRouteLoaderData<RootSession>("root");
  return root?.session != null || root?.visitorDirections === true;
}

/** Whether the visitor may confirm and report places (docs/product#confirmation). */
export function useMayReport(): boolean {
  const root = useRouteLoaderData<RootSession>("root");
  if (root?.session != null) return true;
  return root?.visitorReports === true && !root.isSessionUnread;
}

/** Whether the visitor may review places. A page that began without a connection does not know: the page before decides. */
export function useMayReview(): boolean {
  const session = useSession();
  return session !== null || ("document" in globalThis && isShellStart());
}

/** Whether the page began as the service worker's shell, and has had no contact since. */
function isShellStart(): boolean {
  return document.documentElement.dataset.kept !== undefined;
}

/** Whether other sites may show the map (docs/product#embed). */
export function useHasEmbed(): boolean {
  return useRouteLoaderData<RootSession>("root")?.hasNoEmbed !== true;
}

/** What the operator calls its own, as pages show it. */
export interface ShownSite {
  readonly logo: string | null;
  readonly colour: string | null;
  readonly startView: MapView | null;
}

export function useOrigin(): string {
  return useRouteLoaderData<RootSession>("root")?.origin ?? "";
}

/** What the operator calls its own; undefined where that is nothing. */
export function useSite(): ShownSite | undefined {
  return useRouteLoaderData<RootSession>("root")?.site;
}

interface RootSession {
  readonly origin: string;
  readonly hasNoEmbed?: true;
  readonly site?: ShownSite;
  readonly session: Session | null;
  readonly visitorDirections: boolean;
  readonly visitorReports: boolean;
  readonly isSessionUnread?: true;
}

export interface Session {
  role: Role;
  /** Shown for all accounts but the administrator's; null where it is unknown. */
  email: string | null;
  /** Number of pending entries, for the staff; null for other visitors, and where it is unknown. */
  pendingCount: number | null;
}

/** Removes the record of a sign-in with Google (docs/product#sign-in-record) once the visitor is not signed in. */
export function useForgottenRecord(isSignedOut: boolean): void {
  useEffect(() => {
    try {
      if (isSignedOut) localStorage.removeItem("auth");
      // Whose writes are queued (`queued-writes.ts`); a page that began without one does not know.
      if (isSignedOut && !isShellStart()) localStorage.removeItem("mosdo:author");
    } catch {
      // Without storage there is no record.
    }
  }, [isSignedOut]);
}
