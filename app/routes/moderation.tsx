import { data, isRouteErrorResponse, useActionData } from "react-router";
import { ErrorPage } from "#app/features/layout/error-page.tsx";
import { NoPermissionPage } from "#app/features/layout/no-permission-page.tsx";
import { moderationPath } from "#app/features/moderation/moderation-form.tsx";
import { ModerationPage, ModerationRetryPage } from "#app/features/moderation/moderation-page.tsx";
import { moderationHref } from "#app/features/moderation/moderation-paths.ts";
import type {
  AccountSearch,
  ModerationFailureCode,
  ModerationPageData,
  ModerationResult,
} from "#app/features/moderation/moderation-result.ts";
import { readIntent, readModerationForm } from "#app/features/moderation/read-moderation-form.ts";
import {
  type PageMessages,
  PageMessagesProvider,
  pageMessagesOf,
} from "#app/i18n/page-messages.tsx";
import { actionWithFallback } from "#app/network/action-with-fallback.ts";
import { InvalidUrlPage } from "#app/ui/invalid-url.tsx";
import { isClosureStep } from "#domain/moderation/decision.ts";
import { isFiltered, moderationQuerySchema } from "#domain/moderation/moderation-query.ts";
import type {
  ModerationIntent,
  ModerationRequest,
  SettledAs,
} from "#domain/moderation/moderation-request.ts";
import { failureStatus } from "#domain/validation/failure-status.ts";
import { parseQuery } from "#domain/validation/parse-query.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import type { EditConflict } from "#server/edits/write-edit.ts";
import {
  i18nContext,
  openWritesContext,
  servicesContext,
  viewerContext,
} from "#server/request-context.ts";
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
  const part = parsed.query.part ?? "waiting";
  const query = { ...parsed.query, part, isByPlace: true };
  const result = await moderation.readQueue(query, viewer);
  if (!result.ok) throw data(null, { status: failureStatus(result.code) });
  const email = params.get("email");
  const search = part === "accounts" && email ? await findAccount(email, context) : null;
  return {
    ...{ part, queue: result.queue, seesAccounts: moderation.seesAccounts(viewer), search },
    ...{ filter: isFiltered(part) ? (parsed.query.filter ?? {}) : {} },
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
  try {
    const services = context.get(servicesContext);
    const viewer = context.get(viewerContext);
    const failure = services.moderation.permissionFailure(viewer);
    if (failure) return fail(failure);
    const opened = await context.get(openWritesContext)();
    if (!opened.ok) return fail("error.toomanyrequests");
    if (!moderationRequest) return fail("error.parameter", readIntent(form));
    const result = await perform(moderationRequest, opened.writes, viewer);
    return result.ok ? data(result) : data(result, { status: failureStatus(result.code) });
  } catch (error) {
    console.error(error);
    return fail("error.unavailable", readIntent(form), moderationRequest);
  }
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
  const { intent } = request;
  switch (intent) {
    case "accept": {
      const result = await writes.acceptPlaces(request, viewer);
      if (!result.ok) return { ...result, intent };
      const { accepted, unknown, changed } = result;
      if (changed.length > 0 && request.ids.length === 1) return conflictOf(intent, changed[0]);
      const { versions } = request;
      const counts = { unknownIds: unknown, changedCount: changed.length };
      return { ok: true, intent, ids: accepted, ...counts, versions };
    }
    case "undo-accept": {
      const result = await writes.undoAcceptance(request, viewer);
      if (!result.ok) return { ...result, intent };
      const { pending, unknown, changed } = result;
      if (changed.length > 0 && request.ids.length === 1) return conflictOf(intent, changed[0]);
      const changedCount = changed.length;
      return { ok: true, intent, ids: pending, unknownIds: unknown, changedCount };
    }
    case "open": {
      const result = await writes.openPlaces(request.ids, viewer);
      if (!result.ok) return { ...result, intent };
      return { ok: true, intent, ids: result.opened, unknownIds: result.unknown };
    }
    case "delete": {
      const { ids, versions, isPending, reason } = request;
      return forEachPlace(intent, ids, (id) => {
        const deletion = { id, version: versions[id] ?? null, isPending, reason };
        return writes.deletePlace(deletion, viewer);
      });
    }
    case "restore":
      return forEachPlace(intent, request.ids, (id) => writes.restorePlace(id, viewer));
    case "settle": {
      const { part, outcome } = request;
      const settled = `${part}-${outcome}` as SettledAs;
      const result = await settleEach(request, (id) => settle(request, id, writes, viewer));
      if (!result.ok) return result;
      // A step is undone by its opposite.
      return { ...result, settled, ...(isClosureStep(outcome) && { ids: [] }) };
    }
    case "decide-proposal": {
      const { id, outcome, fields, version, reason } = request;
      const decision = { outcome, reason, ...(outcome === "accepted" && { fields }) };
      const result = await writes.decideProposal({ id, decision, version }, viewer);
      if (result.ok) return resultOf(intent, result);
      const code = result.code === "invalid" ? "error.parameter" : result.code;
      return resultOf(intent, { ok: false, code });
    }
    case "reopen":
      return settleEach(request, (id) => reopen(request, id, writes, viewer));
    case "disable":
    case "enable": {
      const change = { accountId: request.accountId, disabled: intent === "disable" };
      return resultOf(intent, await writes.setAccountDisabled(change, viewer));
    }
    case "appoint":
    case "dismiss": {
      const change = { accountId: request.accountId, isModerator: intent === "appoint" };
      return resultOf(intent, await writes.setModerator(change, viewer));
    }
    case "remove-sent": {
      const { accountId } = request;
      const result = resultOf(intent, await writes.removeSent(accountId, viewer));
      return result.ok ? { ...result, accountId } : result;
    }
    case "restore-sent": {
      const undone = await writes.restoreSent(request.accountId, viewer);
      const result = resultOf(intent, undone);
      return result.ok && undone.ok ? { ...result, changedCount: undone.left } : result;
    }
  }
}

/**
 * Deletes or restores places one by one; of several, those that are gone, or were changed since they were read,
 * do not stop the others.
 */
async function forEachPlace(
  intent: "delete" | "restore",
  ids: readonly number[],
  write: (id: number) => Promise<Outcome | EditConflict>,
): Promise<ModerationResult> {
  const doneIds: number[] = [];
  const unknownIds: number[] = [];
  for (const id of ids) {
    const result = await write(id);
    if (result.ok) doneIds.push(id);
    else if (
      ids.length === 1 ||
      result.code === "error.signin" ||
      result.code === "error.forbidden"
    ) {
      return "changes" in result ? conflictOf(intent, result) : resultOf(intent, result);
    } else if (result.code === "error.notfound") unknownIds.push(id);
  }
  const changedCount = ids.length - doneIds.length - unknownIds.length;
  return { ok: true, intent, ids: doneIds, unknownIds, changedCount };
}

type Settlement = Extract<ModerationRequest, { readonly intent: "settle" }>;
type Reopening = Extract<ModerationRequest, { readonly intent: "reopen" }>;

type Settled =
  | { readonly ok: true; readonly count?: number }
  | { readonly ok: false; readonly code: ModerationFailureCode | "invalid" };

/** Decides on one entry of a list as it was seen. */
function settle(request: Settlement, id: number, writes: Writes, viewer: Viewer): Promise<Settled> {
  const { reason, versions } = request;
  const seen = versions[id];
  switch (request.part) {
    case "proposals": {
      const decision = { outcome: request.outcome, reason };
      return writes.decideProposal({ id, decision, version: seen ?? null }, viewer);
    }
    case "reports": {
      const { outcome, filter } = request;
      const all = seen === undefined ? undefined : { newest: seen, filter };
      return writes.resolveReport({ id, outcome, reason, all }, viewer);
    }
    case "corrections":
      return writes.resolveCorrection({ id, outcome: request.outcome, reason }, viewer);
    case "reviews": {
      const added = seen === undefined ? undefined : new Date(seen).toISOString();
      return writes.settleReview(id, { decision: request.outcome, added, reason }, viewer);
    }
  }
}

/** Undoes the viewer's decision on one entry of a list. */
function reopen({ part }: Reopening, id: number, writes: Writes, viewer: Viewer): Promise<Settled> {
  const reopenings = {
    proposals: writes.reopenProposal,
    reports: writes.reopenReport,
    corrections: writes.reopenCorrection,
    reviews: writes.reopenReview,
  };
  return reopenings[part](id, viewer);
}

/**
 * Decides on entries one by one; of several, those that are gone, or were changed since they were read, do not stop the
 * others.
 */
async function settleEach(
  { intent, part, ids }: Settlement | Reopening,
  settle: (id: number) => Promise<Settled>,
): Promise<ModerationResult> {
  const settledIds: number[] = [];
  let settledCount = 0;
  for (const id of ids) {
    const result = await settle(id);
    if (result.ok) {
      const { count = 1 } = result;
      if (count > 0) settledIds.push(id);
      settledCount += count;
      continue;
    }
    const code = result.code === "invalid" ? "error.parameter" : result.code;
    const isRefused = code === "error.signin" || code === "error.forbidden";
    if (isRefused || (intent === "settle" && ids.length === 1)) {
      return { ok: false, intent, part, code };
    }
  }
  const changedCount = ids.length - settledIds.length;
  const counts = { unknownIds: [], changedCount, count: settledCount };
  return { ok: true, intent, part, ids: settledIds, ...counts };
}

type Outcome = { ok: true } | { ok: false; code: ModerationFailureCode };

function resultOf(intent: ModerationIntent, outcome: Outcome): ModerationResult {
  if (!outcome.ok) return { ok: false, code: outcome.code, intent };
  return { ok: true, intent, ids: [], unknownIds: [] };
}

/** Result of a decision on a place that has been changed since it was read. */
function conflictOf(
  intent: ModerationIntent,
  { code, place, changes }: EditConflict,
): ModerationResult {
  const { country, accepted } = place;
  return { ok: false, intent, code, conflict: { country, accepted, changes } };
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
