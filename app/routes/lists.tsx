import { data, isRouteErrorResponse, redirect } from "react-router";
import { ErrorPage } from "#app/features/layout/error-page.tsx";
import { NoPermissionPage } from "#app/features/layout/no-permission-page.tsx";
import { type ListFailure, ListsPage } from "#app/features/moderation/lists/lists-page.tsx";
import { importPath, listsPath } from "#app/features/moderation/moderation-form.tsx";
import { PageMessagesProvider, pageMessagesOf } from "#app/i18n/page-messages.tsx";
import { actionWithFallback } from "#app/network/action-with-fallback.ts";
import type { ListFault } from "#domain/source-list/list-fault.ts";
import { sourceListLimits } from "#domain/source-list/source-list.ts";
import { failureStatus } from "#domain/validation/failure-status.ts";
import { formText } from "#domain/validation/form-text.ts";
import type { PermissionFailure } from "#server/accounts/permission.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import { i18nContext, servicesContext, viewerContext, writeForm } from "#server/request-context.ts";
import type { Writes } from "#server/services.ts";
import type { Route } from "./+types/lists.ts";

/** @throws {Response} 401 and 403 for other visitors than the administrator, 503 while the database is unavailable */
export async function loader({ context }: Route.LoaderArgs) {
  const { sourceLists } = context.get(servicesContext);
  const result = await sourceLists.listSources(context.get(viewerContext));
  if (!result.ok) throw data(null, { status: failureStatus(result.code) });
  const { imports, sources } = result;
  return { imports, sources, ...pageMessagesOf(context.get(i18nContext), "lists") };
}

/** Starts an import of a file or from an address, or changes a source. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const typed = { address: formText(form, "address").trim() };
  const fail = (failure: ListFailure) => data(failure, { status: failureStatus(failure.code) });
  return writeForm(
    context,
    async (open) => {
      const { sourceLists } = await open();
      const result = await perform(form, sourceLists, context.get(viewerContext));
      if (result.ok) throw redirect(result.id ? importPath(result.id) : listsPath, 303);
      const { code, fault } = result;
      if (code === "error.signin" || code === "error.forbidden") {
        throw data(null, { status: failureStatus(code) });
      }
      return fail({ code, fault, ...(form.has("address") && { typed }) });
    },
    (code) => fail({ code, ...(form.has("address") && { typed }) }),
  );
}

type Performed =
  | { readonly ok: true; readonly id?: number }
  | {
      readonly ok: false;
      readonly code: PermissionFailure | ListFailure["code"];
      readonly fault?: ListFault;
    };

async function perform(
  form: FormData,
  sourceLists: Writes["sourceLists"],
  viewer: Viewer,
): Promise<Performed> {
  const address = formText(form, "address").trim();
  const name = formText(form, "source");
  const intent = form.get("intent");
  if (intent === "set-address") return sourceLists.setSourceAddress({ name, address }, viewer);
  if (intent === "forget") return sourceLists.forgetSource({ name }, viewer);
  const file = form.get("file");
  if (!(file instanceof File)) return sourceLists.startImport({ address }, viewer);
  if (file.size > sourceListLimits.bytes) {
    return { ok: false, code: "error.parameter", fault: { code: "too-large" } };
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  return sourceLists.startImport({ bytes, fileName: file.name }, viewer);
}

/** Without a response, the page and the chosen file stay. */
export async function clientAction(args: Route.ClientActionArgs) {
  return actionWithFallback(args, ({ code }): ListFailure => ({ code }));
}

export default function Lists({ loaderData, actionData }: Route.ComponentProps) {
  const { imports, sources, ...given } = loaderData;
  return (
    <PageMessagesProvider given={given} path={listsPath}>
      <ListsPage imports={imports} sources={sources} result={actionData} />
    </PageMessagesProvider>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && (error.status === 401 || error.status === 403)) {
    return <NoPermissionPage kind={error.status === 401 ? "signin" : "forbidden"} />;
  }
  return <ErrorPage error={error} />;
}
