import { useRouteLoaderData } from "react-router";
import type { Session } from "./session.ts";

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
