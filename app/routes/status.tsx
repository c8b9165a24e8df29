import { data, isRouteErrorResponse } from "react-router";
import { ErrorPage } from "#app/features/layout/error-page.tsx";
import { NoPermissionPage } from "#app/features/layout/no-permission-page.tsx";
import { StatusPage } from "#app/features/operation/status-page.tsx";
import { pageMessagesOf } from "#app/i18n/page-messages.tsx";
import { failureStatus } from "#domain/validation/failure-status.ts";
import { i18nContext, servicesContext, viewerContext } from "#server/request-context.ts";
import type { Route } from "./+types/status.ts";

/** @throws {Response} 401 and 403 for other visitors than the administrator, 503 while the database is unavailable */
export async function loader({ context }: Route.LoaderArgs) {
  const { operator } = context.get(servicesContext);
  const result = await operator.readStatus(context.get(viewerContext));
  if (!result.ok) throw data(null, { status: failureStatus(result.code) });
  return { status: result.status, ...pageMessagesOf(context.get(i18nContext), "operation") };
}

export default function Status({ loaderData }: Route.ComponentProps) {
  return <StatusPage {...loaderData} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && (error.status === 401 || error.status === 403)) {
    return <NoPermissionPage kind={error.status === 401 ? "signin" : "forbidden"} />;
  }
  return <ErrorPage error={error} />;
}
