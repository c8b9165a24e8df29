import { data, isRouteErrorResponse, useActionData } from "react-router";
import { ErrorPage } from "#app/features/layout/error-page.tsx";
import { NoPermissionPage } from "#app/features/layout/no-permission-page.tsx";
import { moderationHref, moderationPath } from "#app/features/moderation/moderation-form.tsx";
import {
  ModerationPage,
  type ModerationPageData,
  ModerationRetryPage,
} from "#app/features/moderation/moderation-page.tsx";
import type { AccountSearch } from "#app/features/moderation/queue/account-list.tsx";
import { readIntent, readModerationForm } from "#app/features/moderation/read-moderation-form.ts";
import {
  type PageMessages,
  PageMessagesProvider,
  pageMessagesOf,
} from "#app/i18n/page-messages.tsx";
import { actionWithFallback } from "#app/network/action-with-fallback.ts";
import { InvalidUrlPage } from "#app/ui/invalid-url.tsx";
import { isFiltered, moderationQuerySchema } from "#domain/moderation/moderation-query.ts";
import type { ModerationIntent, ModerationRequest } from "#domain/moderation/moderation-request.ts";
import type {
  ModerationFailureCode,
  ModerationResult,
} from "#domain/moderation/moderation-result.ts";
import { isTaskKind } from "#domain/moderation/task-kinds.ts";
import { failureStatus } from "#domain/validation/failure-status.ts";
import { parseQuery } from "#domain/validation/parse-query.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import { i18nContext, servicesContext, viewerContext, writeForm } from "#server/request-context.ts";
import type { Writes } from "#server/services.ts";
import type { Route } from "./+types/moderation.ts";

type RouteContext = Route.LoaderArgs["context"];

/**
 * @throws {Response} 401 and 403 for other visitors than staff, 422 for malformed parameters, 503 while the
 * database is unavailable
 */
export async function loader({
  request,
  context,
}: Route.LoaderArgs): Promise<ModerationPageData & PageMessages> {
  const { moderation } = context.get(servicesContext);
  const viewer = context.get(viewerContext);
  const failure = moderation.permissionFailure(viewer);
  if (failure) throw data(null, { status: failureStatus(failure) });
  const params = new URL(request.url).searchParams;
  const parsed = parseQuery(moderationQuerySchema, params, { ignoreUnknownParameters: true });
  if (!parsed.ok) throw data({ fields: parsed.errors.map(({ field }) => field) }, { status: 422 });
  const { part, page, filter: given = {} } = parsed.query;
  const filter = isFiltered(part) ? given : {};
  const result =
    part === null || isTaskKind(part)
      ? await moderation.readTasks({ kind: part, page, filter }, viewer)
      : await moderation.readQueue({ part, page }, viewer);
  if (!result.ok) throw data(null, { status: failureStatus(result.code) });
  const email = params.get("email");
  const search = part === "accounts" && email ? await findAccount(email, context) : null;
  const { queue } = result;
  const tasks =
    "tasks" in result ? result : { tasks: null, kind: null, found: queue.totals[part ?? "audit"] };
  return {
    ...{ part, queue, tasks: tasks.tasks, kind: tasks.kind, found: tasks.found, filter, search },
    seesAccounts: moderation.seesAccounts(viewer),
    hourAgo: hourBefore(new Date()),
    renderedAt: new Date().toISOString(),
    ...pageMessagesOf(context.get(i18nContext), "queue"),
  };
}

/** Instant an hour before, to the minute, for the link to the reports since then. */
function hourBefore(now: Date): string {
  return new Date(Math.floor(now.getTime() / 60_000 - 60) * 60_000).toISOString();
}

async function findAccount(email: string, context: RouteContext): Promise<AccountSearch> {
  const { moderation } = context.get(servicesContext);
  const result = await moderation.findAccountByEmail(email, context.get(viewerContext));
  if (result.ok) return { email, account: result.account };
  const { code } = result;
  if (code === "error.signin" || code === "error.forbidden") {
    throw data(null, { status: failureStatus(code) });
  }
  return { email, code };
}

/** Every form of the staff's, from any page. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const moderationRequest = readModerationForm(form);
  const intent = readIntent(form);
  return writeForm(
    context,
    async (open) => {
      const viewer = context.get(viewerContext);
      const failure = context.get(servicesContext).moderation.permissionFailure(viewer);
      if (failure) return fail(failure);
      const writes = await open();
      if (!moderationRequest) return fail("error.parameter", intent);
      const result = await perform(moderationRequest, writes, viewer);
      return result.ok ? data(result) : data(result, { status: failureStatus(result.code) });
    },
    (code) => (code === "error.unavailable" ? fail(code, intent, moderationRequest) : fail(code)),
  );
}

function fail(
  code: ModerationFailureCode,
  intent: ModerationIntent | null = null,
  request: ModerationRequest | null = null,
) {
  const result: ModerationResult = { ok: false, intent, code, ...(request && { request }) };
  return data(result, { status: failureStatus(code) });
}

async function perform(
  request: ModerationRequest,
  writes: Writes,
  viewer: Viewer,
): Promise<ModerationResult> {
  if ("kind" in request) return writes[request.intent](request, viewer);
  const { intent, accountId } = request;
  const result = await changeAccount(intent, accountId, writes, viewer);
  if (!result.ok) return { ok: false, intent, code: result.code };
  return { ok: true, intent, accountId, changedCount: "left" in result ? result.left : 0 };
}

function changeAccount(
  intent: Exclude<ModerationIntent, "decide" | "undo">,
  accountId: string,
  writes: Writes,
  viewer: Viewer,
) {
  switch (intent) {
    case "disable":
    case "enable":
      return writes.setAccountDisabled({ accountId, disabled: intent === "disable" }, viewer);
    case "appoint":
    case "dismiss":
      return writes.setModerator({ accountId, isModerator: intent === "appoint" }, viewer);
    case "remove-sent":
      return writes.removeSent(accountId, viewer);
    case "restore-sent":
      return writes.restoreSent(accountId, viewer);
  }
}

export async function clientAction(args: Route.ClientActionArgs) {
  return actionWithFallback(
    args,
    ({ code }): ModerationResult => ({
      ok: false,
      intent: null,
      code: code === "error.unavailable" ? code : "error.error",
    }),
  );
}

export default function Moderation({ loaderData, actionData }: Route.ComponentProps) {
  const { part, queue, filter } = loaderData;
  return (
    <PageMessagesProvider given={loaderData} path={moderationHref(part, queue.page, { filter })}>
      <ModerationPage data={loaderData} result={actionData} />
    </PageMessagesProvider>
  );
}

/** A request stays, to be sent again, also where the lists could not be read. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const result = useActionData<typeof action>();
  if (result && !result.ok && result.request) {
    return <ModerationRetryPage result={result} request={result.request} />;
  }
  if (isRouteErrorResponse(error)) {
    if (error.status === 401) return <NoPermissionPage kind="signin" />;
    if (error.status === 403) return <NoPermissionPage kind="forbidden" />;
    if (error.status === 422)
      return (
        <InvalidUrlPage fields={error.data.fields} label="moderation.back" to={moderationPath} />
      );
  }
  return <ErrorPage error={error} />;
}
