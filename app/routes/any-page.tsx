import { Outlet } from "react-router";
import { ErrorPage } from "#app/features/layout/error-page.tsx";
import type { Route } from "./+types/any-page.ts";

/** Around every page, for errors of those whose route has no boundary of its own. */
export default Outlet;

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
