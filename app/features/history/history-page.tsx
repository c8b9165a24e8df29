import { Form, useNavigation } from "react-router";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { ChangeList, useFieldNames } from "#app/place/place-change.tsx";
import { editPath, historyPath, placePath } from "#app/place/place-paths.ts";
import { usePlaceTitles } from "#app/place/place-titles.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { Choice } from "#app/ui/form/choice.tsx";
import { ConfirmedSubmit } from "#app/ui/form/confirmed-submit.tsx";
import { PageMain, PageTitle } from "#app/ui/page-title-and-main.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { changedFields, type PlaceChange } from "#domain/edits/place-change.ts";
import type { HistoryLine, PlaceHistory } from "#domain/edits/place-history.ts";
import type { Place } from "#domain/place/place.ts";
import { pageCountOf } from "#domain/validation/pagination.ts";
import { HistoryHead } from "./history-line.tsx";
import { ImportSource } from "./import-source.tsx";

/** Result of a form that takes an edit back, where nothing was taken back. */
export type TakeBackResult =
  /** Fields that were changed again since: nothing is taken back. */
  | { readonly kind: "conflict"; readonly editId: number; readonly changes: PlaceChange }
  | { readonly kind: "failed"; readonly code: TakeBackFailure };

type TakeBackFailure =
  | "error.signin"
  | "error.forbidden"
  | "error.notfound"
  | "error.duplicate"
  | "error.parameter"
  | "error.toomanyrequests"
  | "error.error"
  | "error.unavailable";

interface HistoryPageProps {
  place: Place;
  /** Null where it cannot be read. */
  history: PlaceHistory | null;
  mayTakeBack: boolean;
  isTakenBack: boolean;
  result: TakeBackResult | undefined;
}

/** History of a place, newest first, and what its import says otherwise (docs/product#history). */
export function HistoryPage(props: HistoryPageProps) {
  const { place, history, mayTakeBack, isTakenBack, result } = props;
  const { t } = useTranslation();
  const nameOf = usePlaceTitles();
  const title = t("history.title");
  return (
    <PageMain>
      <PageTitle screen={title} />
      <h1 className="text-2xl">{title}</h1>
      <p className="mt-1 mb-4 wrap-anywhere text-muted">{nameOf(place).whole}</p>
      {result && <TakeBackNotice result={result} country={place.country} />}
      {isTakenBack && !result && (
        <Alert kind="success" className="mb-4">
          {t("history.takenBack")}
        </Alert>
      )}
      <div className="mb-5 flex flex-wrap gap-2">
        <ButtonLink to={placePath(place.id)} icon="map">
          {t("upkeep.back")}
        </ButtonLink>
        <ButtonLink to={editPath(place.id)} icon="edit">
          {t("edit.open")}
        </ButtonLink>
      </div>
      {history === null ? (
        <Alert kind="info">{t("error.unavailable")}</Alert>
      ) : (
        <HistoryLines place={place} history={history} mayTakeBack={mayTakeBack} />
      )}
    </PageMain>
  );
}

interface HistoryLinesProps {
  place: Place;
  history: PlaceHistory;
  mayTakeBack: boolean;
}

function HistoryLines({ place, history, mayTakeBack }: HistoryLinesProps) {
  return (
    <>
      {history.imported && <ImportSource place={place} history={history} />}
      <ol className="divide-y divide-line border-y border-line">
        {history.lines.map((line) => (
          <HistoryItem
            key={`${line.kind} ${line.at} ${line.edit?.id}`}
            line={line}
            place={place}
            mayTakeBack={mayTakeBack}
          />
        ))}
      </ol>
      <Pagination
        current={history.page}
        pageCount={pageCountOf(history.total, history.per_page)}
        toPage={(page) => `${historyPath(place.id)}${page > 1 ? `?page=${page}` : ""}`}
      />
    </>
  );
}

interface HistoryItemProps {
  line: HistoryLine;
  place: Place;
  mayTakeBack: boolean;
}

function HistoryItem({ line, place, mayTakeBack }: HistoryItemProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  const { edit } = line;
  return (
    <li className="py-4">
      <HistoryHead line={line} />
      {edit && (
        <div className="mt-2">
          <ChangeList
            change={edit.changes}
            fields={changedFields(edit.changes)}
            country={place.country}
          />
        </div>
      )}
      {edit && mayTakeBack && edit.standing.length > 0 && (
        <TakeBackForm edit={edit} placeId={place.id} />
      )}
      {edit && mayTakeBack && changedFields(edit.changes).length > 0 && (
        <Form method="post" action={historyPath(place.id)} className="mt-2">
          <input type="hidden" name="edit" value={edit.id} />
          <ConfirmedSubmit
            name="intent"
            value="empty"
            icon="delete"
            label={t("history.empty.action")}
            about={format.dateTime(line.at)}
            question={t("history.empty.question")}
            confirmLabel={t("history.empty.action")}
          />
        </Form>
      )}
    </li>
  );
}

interface TakeBackFormProps {
  edit: NonNullable<HistoryLine["edit"]>;
  placeId: number;
}

/** Takes an edit back: the fields that are still as it left them, all of them ticked at first. */
function TakeBackForm({ edit, placeId }: TakeBackFormProps) {
  const { t } = useTranslation();
  const nameOf = useFieldNames();
  const isSending = useNavigation().formMethod === "POST";
  return (
    <Disclosure
      title={<span className="text-brand">{t("history.takeBack")}</span>}
      className="mt-2"
    >
      <Form
        method="post"
        action={historyPath(placeId)}
        onSubmit={(event) => isSending && event.preventDefault()}
        className="rounded-control border border-line p-3"
      >
        <input type="hidden" name="edit" value={edit.id} />
        <fieldset className="min-w-0">
          <legend className="font-bold">{t("history.takeBackWhat")}</legend>
          {edit.standing.map((field) => (
            <Choice key={field} type="checkbox" name="field" value={field} defaultChecked>
              <span className="min-w-0 wrap-anywhere">{nameOf(field)}</span>
            </Choice>
          ))}
        </fieldset>
        <Button type="submit" icon="retry" aria-disabled={isSending} className="mt-2">
          {t("history.takeBack")}
        </Button>
      </Form>
    </Disclosure>
  );
}

interface TakeBackNoticeProps {
  result: TakeBackResult;
  country: string;
}

function TakeBackNotice({ result, country }: TakeBackNoticeProps) {
  return (
    <Alert kind="danger" className="mb-4">
      {result.kind === "conflict" ? (
        <ConflictText changes={result.changes} country={country} />
      ) : (
        <FailureText code={result.code} />
      )}
    </Alert>
  );
}

function ConflictText({ changes, country }: { changes: PlaceChange; country: string }) {
  const { t } = useTranslation();
  return (
    <>
      <p className="mb-2">{t("history.conflict")}</p>
      <ChangeList change={changes} fields={changedFields(changes)} country={country} />
    </>
  );
}

function FailureText({ code }: { code: TakeBackFailure }) {
  const { t } = useTranslation();
  if (code === "error.notfound") return t("edit.gone");
  if (code === "error.duplicate") return t("edit.duplicate");
  if (code === "error.parameter") return t("history.noneTicked");
  return t(code);
}
