import { walkParameter } from "./own-path.ts";

/** Reason to sign in, by the path to continue at: a walk, a review, or the form for a new place; else null. */
export function signInReasonOf(continuePath: string): "walk" | "review" | "add" | null {
  const { pathname, searchParams } = new URL(continuePath, "http://own");
  if (searchParams.has(walkParameter)) return "walk";
  if (/^\/places\/\d+\/review$/.test(pathname)) return "review";
  return pathname === "/places" && searchParams.has("add") ? "add" : null;
}
