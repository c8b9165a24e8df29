import type { ReactNode } from "react";
import { Form } from "react-router";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { ChangeList } from "#app/place/place-change.tsx";
import { historyPath, placePath } from "#app/place/place-paths.ts";
import { usePlaceTitles } from "#app/place/place-titles.ts";
import { Alert } from "#app/ui/alert.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { ConfirmedSubmit } from "#app/ui/form/confirmed-submit.tsx";
import { PageMain, PageTitle } from "#app/ui/page-title-and-main.tsx";
import { continuingPath } from "#domain/account/own-path.ts";
import { changedFields, type PlaceChange } from "#domain/edits/place-change.ts";
import type { Proposal } from "#domain/edits/proposal.ts";
import type { SeenReports } from "#domain/moderation/moderation-query.ts";
import type { NamedPlace } from "#domain/moderation/moderation-queue.ts";
import type { EditFailure, FilledEdit } from "./edit-action.ts";
import { EditForm, type EditFormProps } from "./edit-form.tsx";

/** What a form without script can have done. */
export const editDeeds = ["saved", "proposed", "withdrawn"] as const;

export type EditDeed = (typeof editDeeds)[number];

/** A report or a correction that the edit settles, which staff have opened the page from. */
export interface AppliedEntry {
  readonly kind: "report" | "correction";
  readonly id: number;
  /** Reports of the place that staff have read with that one, which are settled with it. */
  readonly all?: SeenReports;
  /** What was written with it; empty without. */
  readonly text: string;
}

interface EditPageProps extends Pick<EditFormProps, "renderPinMap"> {
  placeId: number;
  /** Null where it could not be read for the result. */
  place: Pick<NamedPlace, "id" | "country" | "city" | "address" | "comments"> | null;
  filled: FilledEdit;
  isAtOnce: boolean;
  proposal: Pick<Proposal, "id" | "at"> | null;
  applied: AppliedEntry | null;
  result: EditFailure | undefined;
  /** The page's own query, which tells it apart from another edit of the same place. */
  search: string;
}

/** The page that edits a place, or proposes an edit (docs/product#form-of-an-edit). */
export function EditPage(props: EditPageProps) {
  const { placeId, place, isAtOnce, proposal, applied, search, ...form } = props;
  const { t } = useTranslation();
  const format = useFormatter();
  const title = t(isAtOnce ? "edit.title" : "edit.proposeTitle");
  return (
    <EditFrame title={title} place={place}>
      <p className="mb-4">{t(isAtOnce ? "edit.atOnce" : "edit.asks")}</p>
      {applied && <AppliedNotice applied={applied} />}
      {proposal && (
        <Alert kind="info" className="mb-5">
          <p>{t("edit.waits", { date: format.date(proposal.at) })}</p>
          <Form method="post" className="mt-2 mb-1">
            <input type="hidden" name="intent" value="withdraw" />
            <input type="hidden" name="proposal" value={proposal.id} />
            <ConfirmedSubmit
              icon="delete"
              label={t("edit.withdraw")}
              question={t("edit.withdrawQuestion")}
              confirmLabel={t("edit.withdrawConfirm")}
            />
          </Form>
        </Alert>
      )}
      <EditForm
        key={`${placeId}${search}`}
        {...form}
        isAtOnce={isAtOnce}
        storeName={editStoreName(placeId, search)}
        backPath={applied ? appliedListPath(applied) : placePath(placeId)}
      />
    </EditFrame>
  );
}

export function editStoreName(placeId: number, search: string): string {
  return `mosdo:place-edit:${placeId}${search}`;
}

function appliedListPath({ kind }: Pick<AppliedEntry, "kind">): string {
  return `/moderation?part=${kind}s`;
}

function AppliedNotice({ applied }: { applied: AppliedEntry }) {
  const { t } = useTranslation();
  return (
    <Alert kind="info" className="mb-5">
      {applied.text !== "" && (
        <p className="whitespace-pre-line wrap-anywhere">
          <span className="font-bold">{t("edit.report")}:</span> {applied.text}
        </p>
      )}
      <p>
        {t(
          applied.kind === "correction"
            ? "edit.correction"
            : applied.all
              ? "edit.settlesAll"
              : "edit.settles",
        )}
      </p>
    </Alert>
  );
}

interface EditFrameProps {
  title: string;
  place: EditPageProps["place"];
  children: ReactNode;
}

function EditFrame({ title, place, children }: EditFrameProps) {
  const nameOf = usePlaceTitles();
  return (
    <PageMain>
      <PageTitle screen={title} />
      <h1 className="text-2xl">{title}</h1>
      <p className="mt-1 mb-5 wrap-anywhere text-muted">{place && nameOf(place).whole}</p>
      {children}
    </PageMain>
  );
}

interface EditDonePageProps {
  place: NonNullable<EditPageProps["place"]>;
  done: EditDeed;
  /** What was stored, field by field, which may be written otherwise than it was typed. */
  stored: PlaceChange | null;
  /** List from which the edit was opened. */
  applied: AppliedEntry["kind"] | null;
}

/** Thanks for an edit or a proposal, with ways to go on. */
export function EditDonePage({ place, done, stored, applied }: EditDonePageProps) {
  const { t } = useTranslation();
  return (
    <EditFrame title={t(done === "saved" ? "edit.title" : "edit.proposeTitle")} place={place}>
      <Alert kind="success" className="mb-5">
        <p>{t(`edit.done.${done}`)}</p>
        {done === "proposed" && <p>{t("edit.followed")}</p>}
      </Alert>
      {stored && (
        <div className="mb-6">
          <ChangeList change={stored} fields={changedFields(stored)} country={place.country} />
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        {applied && (
          <ButtonLink to={appliedListPath({ kind: applied })} variant="primary">
            {t("edit.toModeration")}
          </ButtonLink>
        )}
        <ButtonLink to={placePath(place.id)} icon="map" variant={applied ? "secondary" : "primary"}>
          {t("upkeep.back")}
        </ButtonLink>
        {done === "saved" && (
          <ButtonLink to={historyPath(place.id)} icon="clock">
            {t("edit.toHistory")}
          </ButtonLink>
        )}
        {done === "proposed" && (
          <ButtonLink to="/account/contributions" icon="user">
            {t("edit.toAccount")}
          </ButtonLink>
        )}
      </div>
    </EditFrame>
  );
}

interface EditSignInPageProps {
  place: NonNullable<EditPageProps["place"]>;
  /** The page itself, to which signing in leads back. */
  path: string;
}

/** The page for a visitor without an account, whom signing in leads back to it. */
export function EditSignInPage({ place, path }: EditSignInPageProps) {
  const { t } = useTranslation();
  return (
    <EditFrame title={t("edit.signIn.title")} place={place}>
      <p className="mb-5">{t("edit.signIn.text")}</p>
      <div className="flex flex-wrap gap-2">
        <ButtonLink to={continuingPath("/login", path)} variant="primary" icon="log-in">
          {t("navigation.login")}
        </ButtonLink>
        <ButtonLink to={placePath(place.id)} icon="map">
          {t("upkeep.back")}
        </ButtonLink>
      </div>
    </EditFrame>
  );
}
