import { useRouteLoaderData } from "react-router";
import type { Session } from "./session.ts";

/** Who is signed in, as every page knows it; null for a visitor. */
export function useSession(): Session | null {
  return useRouteLoaderData<{ session: Session | null }>("root")?.session ?? null;
}
