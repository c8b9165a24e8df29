import type { ReactNode } from "react";
import { useFetcher, useLocation } from "react-router";
import {
  type ModerationPart,
  type ReportFilter,
  reportFilterText,
} from "#domain/moderation/moderation-query.ts";
import { type ModerationIntent, seenPlaceText } from "#domain/moderation/moderation-request.ts";
import type { ModerationResult } from "#domain/moderation/moderation-result.ts";
import type { DecidedKind, DecidedOutcome } from "#domain/moderation/task-kinds.ts";
import type { EntryKind } from "#domain/source-list/import-view.ts";

interface ModerationFormProps {
  /** Default: a decision. */
  intent?: ModerationIntent;
  kind?: DecidedKind | undefined;
  /** Absent where the buttons have it. */
  outcome?: DecidedOutcome | undefined;
  ids?: readonly number[];
  /** Versions that are shown, by id, where the decision is about these. */
  versions?: Readonly<Record<number, number | undefined>> | undefined;
  account?: string | undefined;
  /** Id for inputs outside the form that belong to it. */
  formId?: string;
  className?: string;
  children: ReactNode;
}

/**
 * A form of the staff's. With script the page stays and a notice shows the result; without, the
 * moderation page does, with the list that it was sent from.
 */
export function ModerationForm(props: ModerationFormProps) {
  const { intent = "decide", kind, outcome, ids = [], versions, account } = props;
  const { formId, className, children } = props;
  const { Form, state, formData } = useModeration();
  const { pathname, search } = useLocation();
  const hidden: Readonly<Record<string, string | undefined>> = { intent, kind, outcome, account };
  return (
    <Form
      method="post"
      action={pathname === moderationPath ? moderationPath + search : moderationPath}
      id={formId}
      className={className}
      aria-busy={state !== "idle"}
      onSubmit={(event) => {
        // One form at a time: the result of the first would be lost. After the result the page loads its
        // lists again: meanwhile another form may be sent, such as 'undo', the same one not.
        const { submitter } = event.nativeEvent as SubmitEvent;
        const sent = new FormData(event.currentTarget, submitter);
        const isRepeated = formData && isSameForm(formData, sent);
        if (state === "submitting" || isRepeated) event.preventDefault();
      }}
    >
      {Object.entries(hidden).map(
        ([name, value]) =>
          value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
      )}
      {ids.map((id) => (
        <input key={id} type="hidden" name="id" value={seenPlaceText(id, versions?.[id])} />
      ))}
      {children}
    </Form>
  );
}

function isSameForm(one: FormData, other: FormData): boolean {
  return JSON.stringify([...one]) === JSON.stringify([...other]);
}

/** Path to which the staff's forms are sent, from any page. */
export const moderationPath = "/moderation";

/**
 * The fetcher of all the staff's forms: there is only one, so that one notice shows the last result,
 * wherever the form was.
 */
export function useModeration() {
  return useFetcher<ModerationResult>({ key: "moderation" });
}

interface ListOptions {
  /** Of the reports of places or of reviews. */
  readonly filter?: ReportFilter;
  /** Whether all entries of the page are selected. */
  readonly isSelected?: boolean;
}

/**
 * Path of one list of the moderation page.
 *
 * @param part null for the tasks of all kinds
 */
export function moderationHref(
  part: ModerationPart | null,
  page = 1,
  { filter = {}, isSelected = false }: ListOptions = {},
): string {
  const params = new URLSearchParams(reportFilterText(filter));
  if (part !== null) params.set("part", part);
  if (isSelected) params.set("selected", "1");
  if (page > 1) params.set("page", String(page));
  return params.size === 0 ? moderationPath : `${moderationPath}?${params}`;
}

/**
 * Page that sets a place's position.
 *
 * @param from the page to which it leads back
 */
export function positionPath(placeId: number, from?: "moderation"): string {
  return `/places/${placeId}/position${from ? `?from=${from}` : ""}`;
}

/** Page that starts an import of a town's list, with the former ones. */
export const listsPath = `${moderationPath}/lists`;

/** Page of an import, with a page of its rows of a kind. */
export function importPath(id: number, kind?: EntryKind, page = 1): string {
  const params = new URLSearchParams();
  if (kind) params.set("kind", kind);
  if (page > 1) params.set("page", String(page));
  return `${listsPath}/${id}${params.size === 0 ? "" : `?${params}`}`;
}

/** Page that sets the position of a row of a list. */
export function rowPositionPath(id: number): string {
  return `${listsPath}/rows/${id}/position`;
}

/** Path of the moderation page that shows one account, and what it has sent. */
export function accountHref(email: string): string {
  return `${moderationPath}?${new URLSearchParams({ part: "accounts", email })}`;
}
