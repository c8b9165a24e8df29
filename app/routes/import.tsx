import { useEffect } from "react";
import { data, isRouteErrorResponse, redirect } from "react-router";
import * as v from "valibot";
import { ErrorPage } from "#app/features/layout/error-page.tsx";
import { NoPermissionPage } from "#app/features/layout/no-permission-page.tsx";
import { MarkedMap } from "#app/features/map/page/marked-map.tsx";
import { ImportPage } from "#app/features/moderation/lists/import-page.tsx";
import type { ListFailure } from "#app/features/moderation/lists/lists-page.tsx";
import { readMappingForm, readSourceForm } from "#app/features/moderation/lists/read-list-forms.ts";
import { importPath, listsPath } from "#app/features/moderation/moderation-form.tsx";
import { PageMessagesProvider, pageMessagesOf } from "#app/i18n/page-messages.tsx";
import { actionWithFallback } from "#app/network/action-with-fallback.ts";
import { loadWithFallback } from "#app/network/load-with-fallback.ts";
import { parseId } from "#domain/place/place-id.ts";
import { entriesPerPage, entryKinds, isAtWork } from "#domain/source-list/import-view.ts";
import { sourceListLimits } from "#domain/source-list/source-list.ts";
import { failureStatus } from "#domain/validation/failure-status.ts";
import { formTexts } from "#domain/validation/form-text.ts";
import { page, parseQuery } from "#domain/validation/parse-query.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import { i18nContext, servicesContext, viewerContext, writeForm } from "#server/request-context.ts";
import type { Writes } from "#server/services.ts";
import type { Route } from "./+types/import.ts";

const querySchema = v.object({
  kind: v.optional(v.picklist(entryKinds)),
  page: page(sourceListLimits.rows / entriesPerPage),
});

/**
 * @throws {Response} 401 and 403 for other visitors than the administrator, 404 for an unknown import, 422 for malformed
 * parameters, 503 while the database is unavailable
 */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const searchParams = new URL(request.url).searchParams;
  const parsed = parseQuery(querySchema, searchParams, { ignoreUnknownParameters: true });
  if (!parsed.ok) throw data(null, { status: 422 });
  const { sourceLists } = context.get(servicesContext);
  const query = { id: parseId(params.id) ?? 0, ...parsed.query };
  const result = await sourceLists.readImport(query, context.get(viewerContext));
  if (!result.ok) throw data(null, { status: failureStatus(result.code) });
  const { view, entries } = result;
  return { view, entries, ...pageMessagesOf(context.get(i18nContext), "lists", "queue") };
}

type ImportData = Awaited<ReturnType<typeof loader>>;

/** The import on the page, for {@link clientLoader}; null while another page is shown. */
let shown: ImportData | null = null;

/** An import at work stays on the page without a response, such as while the server starts again. */
export function clientLoader(loading: Route.ClientLoaderArgs): Promise<ImportData> {
  const isShown = shown?.view.id === parseId(loading.params.id) && isAtWork(shown.view.state);
  return loadWithFallback(loading, isShown ? shown : null);
}

/** Reads the list again with other meanings, takes it over, undoes that, or discards it. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await request.formData();
  const id = parseId(params.id) ?? 0;
  const isTakeOver = form.get("intent") === "take-over";
  const fail = (failure: ListFailure) =>
    data<ListFailure>(
      { ...failure, ...(isTakeOver && { typed: formTexts(form) }) },
      { status: failureStatus(failure.code) },
    );
  return writeForm(
    context,
    async (open) => {
      const { sourceLists } = await open();
      const result = await perform(form, { id, sourceLists, viewer: context.get(viewerContext) });
      if (result.ok) {
        throw redirect(form.get("intent") === "discard" ? listsPath : importPath(id), 303);
      }
      const { code } = result;
      if (code === "error.signin" || code === "error.forbidden") {
        throw data(null, { status: failureStatus(code) });
      }
      return fail({ code, ...("fields" in result && { fields: result.fields }) });
    },
    (code) => fail({ code }),
  );
}

interface Performed {
  readonly id: number;
  readonly sourceLists: Writes["sourceLists"];
  readonly viewer: Viewer;
}

function perform(form: FormData, { id, sourceLists, viewer }: Performed) {
  switch (form.get("intent")) {
    case "remap": {
      const mapping = readMappingForm(form);
      if (!mapping.ok) return refused(mapping.errors);
      return sourceLists.changeMapping({ id, mapping: mapping.value }, viewer);
    }
    case "take-over": {
      const source = readSourceForm(form);
      if (!source.ok) return refused(source.errors);
      return sourceLists.takeOver({ id, source: source.value }, viewer);
    }
    case "undo":
      return sourceLists.undoImport({ id }, viewer);
    case "discard":
      return sourceLists.discardImport({ id }, viewer);
    default:
      return refused([]);
  }
}

function refused(errors: readonly { readonly field: string }[]) {
  const fields = errors.map(({ field }) => field);
  return { ok: false, code: "error.parameter", fields } as const;
}

/** Without a response, what was typed stays. */
export async function clientAction(args: Route.ClientActionArgs) {
  return actionWithFallback(args, ({ code }): ListFailure => ({ code }));
}

export default function Import({ loaderData, actionData }: Route.ComponentProps) {
  const { view, entries, ...given } = loaderData;
  useEffect(() => {
    shown = loaderData;
    return () => {
      shown = null;
    };
  }, [loaderData]);
  return (
    <PageMessagesProvider given={given} path={importPath(view.id)}>
      <ImportPage
        key={view.id}
        view={view}
        entries={entries}
        result={actionData}
        renderMap={(rows) => (
          <MarkedMap
            points={rows}
            onChoose={({ number }) => showRow(rows.find((row) => row.number === number)?.line)}
          />
        )}
      />
    </PageMessagesProvider>
  );
}

/** Brings a row of the list into view, with the focus. */
function showRow(line: number | undefined): void {
  const row = document.getElementById(`row-${line}`);
  row?.querySelector("details")?.setAttribute("open", "");
  row?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: "center" });
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && (error.status === 401 || error.status === 403)) {
    return <NoPermissionPage kind={error.status === 401 ? "signin" : "forbidden"} />;
  }
  return <ErrorPage error={error} />;
}
