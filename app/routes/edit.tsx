import { data, isRouteErrorResponse, redirect, useActionData, useLocation } from "react-router";
import { ErrorPage } from "#app/features/layout/error-page.tsx";
import { PinMap } from "#app/features/map/pin/pin-map.tsx";
import {
  type EditFailure,
  editAction,
  editStatus,
  readEditForm,
  refuse,
} from "#app/features/place-form/editing/edit-action.ts";
import { draftOf } from "#app/features/place-form/editing/edit-draft.ts";
import {
  type AppliedEntry,
  type EditDeed,
  EditDonePage,
  EditPage,
  EditSignInPage,
  editDeeds,
  editStoreName,
} from "#app/features/place-form/editing/edit-page.tsx";
import type { PlaceDraft } from "#app/features/place-form/form/place-draft.ts";
import { forgetDraft } from "#app/features/place-form/form/use-place-form.ts";
import { actionWithFallback } from "#app/network/action-with-fallback.ts";
import { editPath } from "#app/place/place-paths.ts";
import { applyChange, type PlaceChange } from "#domain/edits/place-change.ts";
import { formatDegrees } from "#domain/geography/coordinates.ts";
import { parseReportFilter } from "#domain/moderation/moderation-query.ts";
import { parseSeenPlace } from "#domain/moderation/moderation-request.ts";
import type { Place } from "#domain/place/place.ts";
import { parseId } from "#domain/place/place-id.ts";
import { servicesContext, viewerContext, writeForm } from "#server/request-context.ts";
import type { Route } from "./+types/edit.ts";

type RouteContext = Route.LoaderArgs["context"];

/** @throws {Response} 404 for a place that the visitor may not see, 503 while the session cannot be read */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const viewer = context.get(viewerContext);
  const url = new URL(request.url);
  const placeId = placeIdOf(params);
  if (viewer.isUnread) throw data(null, { status: 503 });
  if (viewer.userId === null) {
    const place = await services.places.findPlace(placeId, viewer);
    if (place === null) throw data(null, { status: 404 });
    return data({ kind: "visitor", place: namedOf(place) } as const, { status: 401 });
  }
  const editable = await services.edits.findEditablePlace(placeId, viewer);
  if (editable === null) throw data(null, { status: 404 });
  const { place, content, isAtOnce } = editable;
  const doneParameter = url.searchParams.get("done");
  const done = editDeeds.find((deed) => deed === doneParameter);
  if (done) {
    const from = url.searchParams.get("from");
    const applied = from === "report" || from === "correction" ? from : null;
    const stored = await findStored(done, url, { placeId, context });
    return data({ kind: "done", place: namedOf(place), done, stored, applied } as const);
  }
  const applied = await findApplied(url, placeId, context);
  const proposal = isAtOnce ? null : await services.edits.findOwnProposal(placeId, viewer);
  const proposed = proposal ? applyChange(content, proposal.changes) : content;
  return data({
    kind: "form",
    place: namedOf(place),
    filled: {
      draft: { ...draftOf(proposed), ...applied?.draft },
      base: content,
      version: place.version,
      note: proposal?.note ?? "",
    },
    isAtOnce,
    proposal: proposal && { id: proposal.id, at: proposal.at },
    applied: applied?.entry ?? null,
  } as const);
}

/** What was stored of the form: the edit of the version in the URL, or the pending proposal. */
async function findStored(
  done: EditDeed,
  { searchParams }: URL,
  { placeId, context }: { placeId: number; context: RouteContext },
): Promise<PlaceChange | null> {
  const { edits } = context.get(servicesContext);
  const viewer = context.get(viewerContext);
  if (done === "withdrawn") return null;
  if (done === "proposed") return (await edits.findOwnProposal(placeId, viewer))?.changes ?? null;
  const history = await edits.readPlaceHistory({ placeId, page: 1 }, viewer);
  const version = Number(searchParams.get("version"));
  return history?.lines.find(({ edit }) => edit?.version === version)?.edit?.changes ?? null;
}

function namedOf({ id, country, city, address, comments }: Place) {
  return { id, country, city, address, comments };
}

interface Applied {
  readonly entry: AppliedEntry;
  /** Fields of the form that it fills. */
  readonly draft: Partial<PlaceDraft>;
}

/** The report or correction in the URL. */
function appliedEntry({ searchParams }: URL): Omit<AppliedEntry, "text"> | null {
  const correctionId = parseId(searchParams.get("correction") ?? "");
  if (correctionId !== null) return { kind: "correction", id: correctionId };
  const [id, newest] = parseSeenPlace(searchParams.get("report") ?? "");
  const filter = parseReportFilter(searchParams.get("filter") ?? "");
  if (id === null || filter === null || Number.isNaN(newest)) return null;
  return { kind: "report", id, ...(newest !== null && { all: { newest, filter } }) };
}

/** The same with what it says; null without a pending one, and for others than staff. */
async function findApplied(
  url: URL,
  placeId: number,
  context: RouteContext,
): Promise<Applied | null> {
  const { feedback } = context.get(servicesContext);
  const viewer = context.get(viewerContext);
  const entry = appliedEntry(url);
  if (entry === null) return null;
  if (entry.kind === "report") {
    const report = await feedback.findPendingReport(entry.id, viewer);
    if (report === null || report.place_id !== placeId) return null;
    return { entry: { ...entry, text: report.text }, draft: {} };
  }
  const correction = await feedback.findPendingCorrection(
    { correctionId: entry.id, placeId },
    viewer,
  );
  if (correction === null) return null;
  const { changes, position, reason } = correction;
  return {
    entry: { ...entry, text: reason },
    draft: {
      ...(changes.city !== undefined && { place: changes.city }),
      ...(changes.address !== undefined && { address_line1: changes.address }),
      ...(position && {
        longitude: formatDegrees(position[0]),
        latitude: formatDegrees(position[1]),
      }),
    },
  };
}

/** Makes or proposes the edit, or withdraws the visitor's own proposal. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await request.formData();
  const placeId = placeIdOf(params);
  const applied = appliedEntry(new URL(request.url));
  const filled = readEditForm(form);
  return writeForm(
    context,
    async (open) => {
      const viewer = context.get(viewerContext);
      if (viewer.userId === null && !viewer.isUnread) return fail(refuse("error.signin", filled));
      const writes = await open();
      const { edits, findHoursError } = context.get(servicesContext);
      if (form.get("intent") === "withdraw") {
        const id = parseId(String(form.get("proposal")));
        // One that is gone already was decided, which the page then shows.
        if (id !== null) await writes.withdrawProposal(id, viewer);
        throw done(placeId, "withdrawn");
      }
      const result = await editAction(form, {
        findPlace: () => edits.findEditablePlace(placeId, viewer),
        editPlace: (edit, version) => writes.editPlace({ placeId, edit, version, applied }, viewer),
        findHoursError,
      });
      if (result.kind === "proposed") throw done(placeId, "proposed");
      if (result.kind !== "edited") return fail(result);
      const { version, settled } = result;
      throw done(placeId, "saved", { version, ...(settled && applied && { from: applied.kind }) });
    },
    (code) => fail(refuse(code === "error.unavailable" ? "edit.unsaved" : code, filled)),
  );
}

function fail(result: EditFailure) {
  return data(result, { status: editStatus(result) });
}

function done(
  placeId: number,
  deed: EditDeed,
  { version = null, from }: { version?: number | null; from?: AppliedEntry["kind"] } = {},
) {
  const params = new URLSearchParams({
    done: deed,
    ...(version !== null && { version: String(version) }),
    ...(from && { from }),
  });
  return redirect(`${editPath(placeId)}?${params}`, 303);
}

/** @throws {Response} 404 where the URL has no valid id */
function placeIdOf({ id }: { id: string }): number {
  const placeId = parseId(id);
  if (placeId === null) throw data(null, { status: 404 });
  return placeId;
}

/** Without a response, the form and all that was typed stay. */
export function clientAction(args: Route.ClientActionArgs) {
  const { search } = new URL(args.request.url);
  return actionWithFallback(
    args,
    () => refuse("edit.unsaved", null),
    () => forgetDraft(editStoreName(placeIdOf(args.params), search)),
  );
}

export default function Edit({ loaderData, actionData }: Route.ComponentProps) {
  const { search } = useLocation();
  const { place } = loaderData;
  if (loaderData.kind === "visitor") {
    return <EditSignInPage place={place} path={`${editPath(place.id)}${search}`} />;
  }
  if (loaderData.kind === "done") return <EditDonePage {...loaderData} />;
  return (
    <EditPage
      {...loaderData}
      placeId={place.id}
      result={actionData}
      search={search}
      renderPinMap={(map) => <PinMap {...map} />}
    />
  );
}

/** What was typed stays, also where the rest of the page could not be read. */
export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  const result = useActionData<typeof action>();
  const { search } = useLocation();
  const placeId = parseId(params.id);
  if (placeId !== null && result?.filled && !isRouteErrorResponse(error)) {
    return (
      <EditPage
        placeId={placeId}
        place={null}
        filled={result.filled}
        isAtOnce={false}
        proposal={null}
        applied={null}
        result={result}
        search={search}
        renderPinMap={(map) => <PinMap {...map} />}
      />
    );
  }
  return <ErrorPage error={error} />;
}
