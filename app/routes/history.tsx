import { data, redirect } from "react-router";
import { HistoryPage, type TakeBackResult } from "#app/features/history/history-page.tsx";
import { actionWithFallback } from "#app/network/action-with-fallback.ts";
import { historyPath } from "#app/place/place-paths.ts";
import { takeBackSchema } from "#domain/edits/place-history.ts";
import { parseId } from "#domain/place/place-id.ts";
import { checkFields } from "#domain/validation/check-fields.ts";
import { failureStatus } from "#domain/validation/failure-status.ts";
import { pageQuerySchema, parseQuery } from "#domain/validation/parse-query.ts";
import { servicesContext, viewerContext, writeForm } from "#server/request-context.ts";
import type { Route } from "./+types/history.ts";

/** @throws {Response} 404 for a place that the visitor may not see, and for a page that is not a number */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const viewer = context.get(viewerContext);
  const placeId = parseId(params.id);
  const query = new URL(request.url).searchParams;
  const parsed = parseQuery(pageQuerySchema, query, { ignoreUnknownParameters: true });
  if (placeId === null || !parsed.ok) throw data(null, { status: 404 });
  const { page } = parsed.query;
  // Without the database the page is that of the place alone.
  const history = await services.unlessUnavailable(
    services.edits
      .readPlaceHistory({ placeId, page }, viewer)
      .then((found) => found ?? ("hidden" as const)),
  );
  // A contributor sees the own pending place as well.
  const own =
    viewer.userId === null ? null : await services.edits.findEditablePlace(placeId, viewer);
  const place = own?.place ?? (await services.places.findPlace(placeId, viewer));
  if (history === "hidden" || place === null) throw data(null, { status: 404 });
  return {
    place,
    history,
    mayTakeBack: services.moderation.permissionFailure(viewer) === null,
    isTakenBack: query.has("done"),
  };
}

/** Takes an edit back, in the fields that are ticked. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await request.formData();
  const placeId = parseId(params.id);
  const editId = parseId(String(form.get("edit")));
  if (placeId === null) throw data(null, { status: 404 });
  return writeForm(
    context,
    async (open) => {
      const writes = await open();
      const viewer = context.get(viewerContext);
      if (form.get("intent") === "empty" && editId !== null) {
        const emptied = await writes.emptyEdit({ placeId, editId }, viewer);
        if (emptied.ok) throw redirect(historyPath(placeId), 303);
        return fail({ kind: "failed", code: emptied.code });
      }
      const read = checkFields(takeBackSchema, { fields: form.getAll("field") });
      if (!read.ok || editId === null) return fail({ kind: "failed", code: "error.parameter" });
      const { fields = null } = read.value;
      const result = await writes.takeBackEdit({ placeId, editId, fields }, viewer);
      if (result.ok) throw redirect(`${historyPath(placeId)}?done=1`, 303);
      if (result.code === "error.conflict") {
        return fail({ kind: "conflict", editId, changes: result.changes });
      }
      const code = result.code === "invalid" ? "error.parameter" : result.code;
      return fail({ kind: "failed", code });
    },
    (code) => fail({ kind: "failed", code }),
  );
}

function fail(result: TakeBackResult) {
  const code = result.kind === "conflict" ? "error.conflict" : result.code;
  return data(result, { status: failureStatus(code) });
}

export function clientAction(args: Route.ClientActionArgs) {
  return actionWithFallback(args, ({ code }): TakeBackResult => ({ kind: "failed", code }));
}

export default function History({ loaderData, actionData }: Route.ComponentProps) {
  return <HistoryPage {...loaderData} result={actionData} />;
}
