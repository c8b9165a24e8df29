import { useRouteLoaderData } from "react-router";
import { type Home, hungary } from "#domain/place/home-country.ts";

/** The operator's home, as pages know it. */
interface PageHome extends Home {
  /** Path of the border of the operator's area; absent without one (docs/product#border). */
  readonly border?: string;
}

/** The operator's country, border, and the clock by which pages date (docs/product#home-country). */
export function useHome(): PageHome {
  return useRouteLoaderData<{ home?: PageHome }>("root")?.home ?? hungary;
}
