import { useRouteLoaderData } from "react-router";
import type { Session } from "./features/layout/session.ts";

/**
 * Who is signed in, for whoever puts features together: what they show of it, they are told. Null for
 * a visitor.
 */
export function useSession(): Session | null {
  return useRouteLoaderData<{ session: Session | null }>("root")?.session ?? null;
}
