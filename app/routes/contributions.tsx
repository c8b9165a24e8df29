import { data, redirect } from "react-router";
import { ContributionsPage } from "#app/features/account/pages/contributions-page.tsx";
import { ErrorPage } from "#app/features/layout/error-page.tsx";
import { PageMessagesProvider, pageMessagesOf } from "#app/i18n/page-messages.tsx";
import { pageQuerySchema, parseQuery } from "#domain/validation/parse-query.ts";
import { i18nContext, servicesContext, viewerContext } from "#server/request-context.ts";
import type { Route } from "./+types/contributions.ts";

/** @throws {Response} 422 for a malformed page number, 503 while the database is unavailable */
export async function loader({ request, context }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const parsed = parseQuery(pageQuerySchema, params, { ignoreUnknownParameters: true });
  if (!parsed.ok) throw data(null, { status: 422 });
  const { accounts } = context.get(servicesContext);
  const list = await accounts.listContributions(parsed.query, context.get(viewerContext));
  if (!list) throw redirect("/login?continueUrl=%2Faccount%2Fcontributions");
  return { list, ...pageMessagesOf(context.get(i18nContext), "contributions") };
}

export default function Contributions({ loaderData }: Route.ComponentProps) {
  const { list, ...given } = loaderData;
  return (
    <PageMessagesProvider given={given} path="/account/contributions">
      <ContributionsPage list={list} />
    </PageMessagesProvider>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
