import { data, isRouteErrorResponse, useActionData } from "react-router";
import { ErrorPage } from "#app/features/layout/error-page.tsx";
import { NoPermissionPage } from "#app/features/layout/no-permission-page.tsx";
import { moderationAddress } from "#app/features/moderation/moderation-address.ts";
import type {
  AccountSearch,
  ModerationAnswer,
  ModerationFailureCode,
  ModerationPageData,
} from "#app/features/moderation/moderation-answer.ts";
import { moderationPath } from "#app/features/moderation/moderation-form.tsx";
import { ModerationPage, ModerationRetryPage } from "#app/features/moderation/moderation-page.tsx";
import { readIntent, readModerationForm } from "#app/features/moderation/read-moderation-form.ts";
import {
  type PageMessages,
  PageMessagesProvider,
  pageMessagesOf,
} from "#app/i18n/page-messages.tsx";
import { keepWhatWasTyped } from "#app/network/keep-what-was-typed.ts";
import { FaultyAddress } from "#app/ui/faulty-address.tsx";
import { isClosureStep } from "#domain/moderation/decision.ts";
import { moderationQuerySchema } from "#domain/moderation/moderation-query.ts";
import type { ModerationIntent, ModerationRequest } from "#domain/moderation/moderation-request.ts";
import { failureStatus } from "#domain/reading/failure-status.ts";
import { readQuery } from "#domain/reading/read-query.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import type { EditConflict } from "#server/edits/write-edit.ts";
import {
  i18nContext,
  openWritesContext,
  servicesContext,
  viewerContext,
} from "#server/request-context.ts";
import type { Services } from "#server/services.ts";
import type { Route } from "./+types/moderation.ts";

type RouteContext = Route.LoaderArgs["context"];

/**
 * @throws {Response} 401 and 403 for other visitors than staff, 422 for malformed parameters, 503
 * while the database is away
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
  const parsed = readQuery(moderationQuerySchema, params, { ignoreUnknownParameters: true });
  if (!parsed.ok) throw data({ fields: parsed.faults.map(({ field }) => field) }, { status: 422 });
  const part = parsed.query.part ?? "waiting";
  const result = await moderation.readQueue({ ...parsed.query, part }, viewer);
  if (!result.ok) throw data(null, { status: failureStatus(result.code) });
  const email = params.get("email");
  const search = part === "accounts" && email ? await findAccount(email, context) : null;
  return {
    ...{ part, queue: result.queue, seesAccounts: moderation.seesAccounts(viewer), search },
    ...pageMessagesOf(context.get(i18nContext), "queue"),
  };
}

async function findAccount(email: string, context: RouteContext): Promise<AccountSearch> {
  const { moderation } = context.get(servicesContext);
  const result = await moderation.findAccountByEmail(email, context.get(viewerContext));
  if (result.ok) return { email, account: result.account, sent: result.sent };
  const { code } = result;
  if (code === "error.signin" || code === "error.forbidden") {
    throw data(null, { status: failureStatus(code) });
  }
  return { email, code };
}

/** Every form of the staff's, from any page. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const asked = readModerationForm(form);
  try {
    const services = context.get(servicesContext);
    const viewer = context.get(viewerContext);
    const failure = services.moderation.permissionFailure(viewer);
    if (failure) return fail(failure);
    const opened = await context.get(openWritesContext)();
    if (!opened.ok) return fail("error.toomanyrequests");
    if (!asked) return fail("error.parameter", readIntent(form));
    const answer = await perform(asked, opened.writes, viewer);
    return answer.ok ? data(answer) : data(answer, { status: failureStatus(answer.code) });
  } catch (error) {
    console.error(error);
    return fail("error.unavailable", readIntent(form), asked);
  }
}

function fail(
  code: ModerationFailureCode,
  intent: ModerationIntent | null = null,
  asked: ModerationRequest | null = null,
) {
  const answer: ModerationAnswer = { ok: false, intent, code, ...(asked && { asked }) };
  return data(answer, { status: failureStatus(code) });
}

async function perform(
  asked: ModerationRequest,
  writes: Services,
  viewer: Viewer,
): Promise<ModerationAnswer> {
  const { moderation, feedback, edits } = writes;
  const { intent } = asked;
  switch (intent) {
    case "accept": {
      const result = await moderation.acceptPlaces(asked, viewer);
      if (!result.ok) return { ...result, intent };
      const { accepted, unknown, changed } = result;
      if (changed.length > 0 && asked.ids.length === 1) return conflictOf(intent, changed[0]);
      const { versions } = asked;
      const counts = { unknownIds: unknown, changedCount: changed.length };
      return { ok: true, intent, placeIds: accepted, ...counts, versions };
    }
    case "undo-accept": {
      const result = await moderation.undoAcceptance(asked, viewer);
      if (!result.ok) return { ...result, intent };
      const { pending, unknown, changed } = result;
      if (changed.length > 0 && asked.ids.length === 1) return conflictOf(intent, changed[0]);
      const changedCount = changed.length;
      return { ok: true, intent, placeIds: pending, unknownIds: unknown, changedCount };
    }
    case "open": {
      const result = await moderation.openPlaces(asked.ids, viewer);
      if (!result.ok) return { ...result, intent };
      return { ok: true, intent, placeIds: result.opened, unknownIds: result.unknown };
    }
    case "delete": {
      const result = await moderation.deletePlace(asked, viewer);
      if (!result.ok && result.code === "error.conflict") return conflictOf(intent, result);
      return answerOf(intent, result, [asked.id]);
    }
    case "restore":
      return answerOf(intent, await moderation.restorePlace(asked.id, viewer), [asked.id]);
    case "resolve-report": {
      const answer = answerOf(intent, await feedback.resolveReport(asked, viewer));
      const { outcome } = asked;
      return answer.ok && isClosureStep(outcome) ? { ...answer, step: outcome } : answer;
    }
    case "resolve-correction":
      return answerOf(intent, await feedback.resolveCorrection(asked, viewer));
    case "settle-review":
      return answerOf(intent, await writes.reviews.settleReview(asked.id, asked, viewer));
    case "decide-proposal": {
      const { id, outcome, fields, version, reason } = asked;
      const decision = { outcome, reason, ...(outcome === "accepted" && { fields }) };
      const result = await edits.decideProposal({ id, decision, version }, viewer);
      if (result.ok) return answerOf(intent, result);
      const code = result.code === "faults" ? "error.parameter" : result.code;
      return answerOf(intent, { ok: false, code });
    }
    case "decide-proposals": {
      const { ids, outcome, versions } = asked;
      return settleEach(intent, ids, (id) => {
        const decision = { outcome, reason: "" };
        return edits.decideProposal({ id, decision, version: versions[id] ?? null }, viewer);
      });
    }
    case "resolve-reports": {
      const { ids, outcome } = asked;
      return settleEach(intent, ids, (id) =>
        feedback.resolveReport({ id, outcome, reason: "" }, viewer),
      );
    }
    case "disable":
    case "enable": {
      const change = { accountId: asked.accountId, disabled: intent === "disable" };
      return answerOf(intent, await moderation.setAccountDisabled(change, viewer));
    }
    case "appoint":
    case "dismiss": {
      const change = { accountId: asked.accountId, isModerator: intent === "appoint" };
      return answerOf(intent, await moderation.setModerator(change, viewer));
    }
    case "remove-sent":
      return answerOf(intent, await moderation.removeSent(asked.accountId, viewer));
  }
}

/** Settles entries one by one; those that are gone, or were changed since they were read, do not stop the others. */
async function settleEach(
  intent: "decide-proposals" | "resolve-reports",
  ids: readonly number[],
  settle: (id: number) => Promise<{ readonly ok: boolean; readonly code?: string }>,
): Promise<ModerationAnswer> {
  let settledCount = 0;
  for (const id of ids) {
    const { ok, code } = await settle(id);
    if (code === "error.signin" || code === "error.forbidden") return { ok: false, intent, code };
    if (ok) settledCount++;
  }
  const changedCount = ids.length - settledCount;
  return { ok: true, intent, placeIds: [], unknownIds: [], settledCount, changedCount };
}

type Outcome = { ok: true } | { ok: false; code: ModerationFailureCode };

function answerOf(
  intent: ModerationIntent,
  outcome: Outcome,
  placeIds: readonly number[] = [],
): ModerationAnswer {
  if (!outcome.ok) return { ok: false, code: outcome.code, intent };
  return { ok: true, intent, placeIds, unknownIds: [] };
}

/** Answer to a decision on a place that has been changed since it was read. */
function conflictOf(
  intent: ModerationIntent,
  { code, place, changes }: EditConflict,
): ModerationAnswer {
  const { country, accepted } = place;
  return { ok: false, intent, code, conflict: { country, accepted, changes } };
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepWhatWasTyped(
    serverAction,
    ({ code }): ModerationAnswer => ({
      ok: false,
      intent: null,
      code: code === "error.unavailable" ? code : "error.error",
    }),
  );
}

export default function Moderation({ loaderData, actionData }: Route.ComponentProps) {
  const { part, queue } = loaderData;
  return (
    <PageMessagesProvider given={loaderData} address={moderationAddress(part, queue.page)}>
      <ModerationPage data={loaderData} answer={actionData} />
    </PageMessagesProvider>
  );
}

/** A request stays, to be sent again, also where the lists could not be read. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const answer = useActionData<typeof action>();
  if (answer && !answer.ok && answer.asked) {
    return <ModerationRetryPage answer={answer} asked={answer.asked} />;
  }
  if (isRouteErrorResponse(error)) {
    if (error.status === 401) return <NoPermissionPage kind="signin" />;
    if (error.status === 403) return <NoPermissionPage kind="forbidden" />;
    if (error.status === 422)
      return (
        <FaultyAddress fields={error.data.fields} label="moderation.back" to={moderationPath} />
      );
  }
  return <ErrorPage error={error} />;
}
