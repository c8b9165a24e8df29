import { data, isRouteErrorResponse, redirect, useActionData, useLocation } from "react-router";
import { ErrorPage } from "#app/features/layout/error-page.tsx";
import { NoPermissionPage } from "#app/features/layout/no-permission-page.tsx";
import { PinMap } from "#app/features/map/pin/pin-map.tsx";
import { type PositionFailure, PositionPage } from "#app/features/moderation/position-page.tsx";
import { actionWithFallback } from "#app/network/action-with-fallback.ts";
import { placePath } from "#app/place/place-paths.ts";
import { positionSchema } from "#domain/geography/position-schema.ts";
import { parseId } from "#domain/place/place-id.ts";
import { checkFields } from "#domain/validation/check-fields.ts";
import { failureStatus } from "#domain/validation/failure-status.ts";
import { formText } from "#domain/validation/form-text.ts";
import { servicesContext, viewerContext, writeForm } from "#server/request-context.ts";
import type { Route } from "./+types/position.ts";

/** @throws {Response} 401 and 403 for other visitors than staff, 404 for an unknown place */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const place = await placeFor(params, context);
  return { place, backPath: backPathOf(new URL(request.url), place.id) };
}

/** Sets the place's position, and redirects to the former page. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await request.formData();
  const texts = { longitude: formText(form, "longitude"), latitude: formText(form, "latitude") };
  const fail = (error: PositionFailure["error"], status: number) =>
    data<PositionFailure>({ error, ...texts }, { status });
  return writeForm(
    context,
    async (open) => {
      const { id } = await placeFor(params, context);
      const writes = await open();
      const checked = checkFields(positionSchema, {
        longitude: readDegreesText(texts.longitude),
        latitude: readDegreesText(texts.latitude),
      });
      if (!checked.ok) return fail("invalid", 422);
      const change = { id, position: checked.value };
      const result = await writes.setPlacePosition(change, context.get(viewerContext));
      if (!result.ok) throw data(null, { status: failureStatus(result.code) });
      throw redirect(backPathOf(new URL(request.url), id), 303);
    },
    (code) => fail(code === "error.unavailable" ? "unavailable" : "unsaved", failureStatus(code)),
  );
}

/** A typed number, with a comma or a point; NaN for any other text. */
function readDegreesText(text: string): number {
  return text.trim() === "" ? Number.NaN : Number(text.trim().replace(",", "."));
}

async function placeFor(params: Route.LoaderArgs["params"], context: Route.LoaderArgs["context"]) {
  const services = context.get(servicesContext);
  const viewer = context.get(viewerContext);
  const failure = services.moderation.permissionFailure(viewer);
  if (failure) throw data(null, { status: failureStatus(failure) });
  const id = parseId(params.id);
  const place = id === null ? null : await services.places.findPlace(id, viewer);
  if (place === null) throw data(null, { status: 404 });
  return place;
}

/** The queue, if the viewer came from there; else the place on the map. */
function backPathOf({ search }: { search: string }, placeId: number): string {
  const isFromQueue = new URLSearchParams(search).get("from") === "moderation";
  return isFromQueue ? "/moderation" : placePath(placeId);
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
  const { place, backPath } = loaderData;
  return (
    <PositionPage
      key={place.id}
      place={place}
      failure={actionData}
      backPath={backPath}
      renderPinMap={(map) => <PinMap {...map} />}
    />
  );
}

/** The typed position stays, also where the rest of the page could not be read. */
export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  const result = useActionData<typeof action>();
  const location = useLocation();
  const placeId = parseId(params.id);
  if (placeId !== null && result?.error === "unavailable") {
    return (
      <PositionPage
        place={null}
        failure={result}
        backPath={backPathOf(location, placeId)}
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
