import { data, isRouteErrorResponse, redirect, useActionData, useLocation } from "react-router";
import { ErrorPage } from "#app/features/layout/error-page.tsx";
import { NoPermissionPage } from "#app/features/layout/no-permission-page.tsx";
import { PinMap } from "#app/features/map/pin/pin-map.tsx";
import {
  listsPath,
  moderationHref,
  moderationPath,
} from "#app/features/moderation/moderation-form.tsx";
import { type PositionFailure, PositionPage } from "#app/features/moderation/position-page.tsx";
import { actionWithFallback } from "#app/network/action-with-fallback.ts";
import { placePath } from "#app/place/place-paths.ts";
import { usePlaceTitles } from "#app/place/place-titles.ts";
import { positionSchema } from "#domain/geography/position-schema.ts";
import { parseId } from "#domain/place/place-id.ts";
import { checkFields } from "#domain/validation/check-fields.ts";
import { failureStatus } from "#domain/validation/failure-status.ts";
import { formText } from "#domain/validation/form-text.ts";
import { servicesContext, viewerContext, writeForm } from "#server/request-context.ts";
import type { Route } from "./+types/position.ts";

/** @throws {Response} 401 and 403 for other visitors than staff, 404 for an unknown place or row */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const found = await findPositioned({ request, params, context });
  return { found, backPath: backPathOf(new URL(request.url), found.id) };
}

/** Sets the position of a place, or of a row of a list, and redirects to the former page. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await request.formData();
  const texts = { longitude: formText(form, "longitude"), latitude: formText(form, "latitude") };
  const fail = (error: PositionFailure["error"], status: number) =>
    data<PositionFailure>({ error, ...texts }, { status });
  return writeForm(
    context,
    async (open) => {
      const found = await findPositioned({ request, params, context });
      const writes = await open();
      const checked = checkFields(positionSchema, {
        longitude: readDegreesText(texts.longitude),
        latitude: readDegreesText(texts.latitude),
      });
      if (!checked.ok) return fail("invalid", 422);
      const viewer = context.get(viewerContext);
      const change = { id: found.id, position: checked.value };
      const result = await (found.kind === "place"
        ? writes.setPlacePosition(change, viewer)
        : writes.sourceLists.setRowPosition(change, viewer));
      if (!result.ok) throw data(null, { status: failureStatus(result.code) });
      throw redirect(backPathOf(new URL(request.url), found.id), 303);
    },
    (code) => fail(code === "error.unavailable" ? "unavailable" : "unsaved", failureStatus(code)),
  );
}

/** Zoom at which a map without streets still names towns. */
const townZoom = 10;

/** A typed number, with a comma or a point; NaN for any other text. */
function readDegreesText(text: string): number {
  return text.trim() === "" ? Number.NaN : Number(text.trim().replace(",", "."));
}

type Request = Pick<Route.LoaderArgs, "request" | "params" | "context">;

async function findPositioned({ request, params, context }: Request) {
  const services = context.get(servicesContext);
  const viewer = context.get(viewerContext);
  const failure = services.moderation.permissionFailure(viewer);
  if (failure) throw data(null, { status: failureStatus(failure) });
  const id = parseId(params.id);
  if (id === null) throw data(null, { status: 404 });
  if (isOfRow(new URL(request.url))) {
    const result = await services.sourceLists.readRow({ id }, viewer);
    if (!result.ok) throw data(null, { status: failureStatus(result.code) });
    return { kind: "row", id, entry: result.row.entry, around: result.around } as const;
  }
  const place = await services.places.findPlace(id, viewer);
  if (place === null) throw data(null, { status: 404 });
  return { kind: "place", id, place } as const;
}

/** Whether the page is of a row of a list. */
function isOfRow({ pathname }: { pathname: string }): boolean {
  return pathname.startsWith(`${listsPath}/`);
}

/** The queue, if the viewer came from there; else the place on the map. */
function backPathOf(url: { pathname: string; search: string }, id: number): string {
  if (isOfRow(url)) return moderationHref("rows");
  const isFromQueue = new URLSearchParams(url.search).get("from") === "moderation";
  return isFromQueue ? moderationPath : placePath(id);
}

/** Without a response, the page and its pin stay. */
export async function clientAction(args: Route.ClientActionArgs) {
  return actionWithFallback(
    args,
    ({ code }): PositionFailure => ({
      error: code === "error.unavailable" ? "unavailable" : "unsaved",
      longitude: "",
      latitude: "",
    }),
  );
}

export default function Position({ loaderData, actionData }: Route.ComponentProps) {
  const { found, backPath } = loaderData;
  const nameOf = usePlaceTitles();
  const positioned =
    found.kind === "place"
      ? {
          name: nameOf(found.place).whole,
          coordinates: found.place.coordinates,
          isApproximate: found.place.position_approximate ?? false,
        }
      : {
          name: found.entry.title,
          coordinates: found.entry.position,
          isApproximate: found.entry.position !== null && found.entry.doubt === "approximate",
        };
  const around = found.kind === "row" ? found.around : null;
  const start = around && { longitude: around[0], latitude: around[1], zoom: townZoom };
  return (
    <PositionPage
      key={found.id}
      positioned={positioned}
      failure={actionData}
      backPath={backPath}
      renderPinMap={(map) => <PinMap {...map} {...(start && { start })} />}
    />
  );
}

/** The typed position stays, also where the rest of the page could not be read. */
export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  const result = useActionData<typeof action>();
  const location = useLocation();
  const id = parseId(params.id);
  if (id !== null && result?.error === "unavailable") {
    return (
      <PositionPage
        positioned={null}
        failure={result}
        backPath={backPathOf(location, id)}
        renderPinMap={(map) => <PinMap {...map} />}
      />
    );
  }
  if (isRouteErrorResponse(error)) {
    if (error.status === 401) return <NoPermissionPage kind="signin" />;
    if (error.status === 403) return <NoPermissionPage kind="forbidden" />;
  }
  return <ErrorPage error={error} />;
}
