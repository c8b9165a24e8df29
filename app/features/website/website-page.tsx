import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { Form } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { filterLabels } from "#app/place/filter-labels.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { fieldClass } from "#app/ui/class-names.ts";
import { Choice } from "#app/ui/form/choice.tsx";
import { FieldError } from "#app/ui/form/field-error.tsx";
import { Select } from "#app/ui/form/select.tsx";
import { useAnnounce } from "#app/ui/live-region.tsx";
import { PageMain, PageTitle } from "#app/ui/page-title-and-main.tsx";
import { websitePath } from "#domain/embed/embed-path.ts";
import { embedHeights } from "#domain/embed/embed-url.ts";
import { formatMapView, type MapView } from "#domain/map/map-view.ts";
import { type PlaceFilters, shownFilterNames } from "#domain/place/place-filters.ts";
import { type Language, languages, localeEntryOf } from "#domain/text/language.ts";

interface WebsitePageProps {
  typed: {
    readonly town: string;
    readonly heightText: string;
    /** Null for the visitor's own. */
    readonly language: Language | null;
    readonly filters: PlaceFilters;
    readonly view: MapView | null;
  };
  /** Names that the field for a town suggests. */
  towns: readonly string[];
  errors: { readonly town: boolean; readonly height: boolean };
  preview: string;
  /** In CSS pixels. */
  height: number;
  /** HTML for the other page: the embed code. */
  snippet: string;
  /** Whether its URLs lead to the machine alone on which the page is shown. */
  isLocal: boolean;
}

/** Makes the embed code for another site (docs/product#for-your-website): a form, the preview, and the code. */
export function WebsitePage({
  typed,
  towns,
  errors,
  preview,
  height,
  snippet,
  isLocal,
}: WebsitePageProps) {
  const { t } = useTranslation();
  const townsId = useId();
  const form = useRef<HTMLFormElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const shownView = useViewOfFrame(frame);
  const takeView = () => {
    const town = form.current?.elements.namedItem("town");
    if (town instanceof HTMLInputElement) town.value = "";
    form.current?.requestSubmit();
  };
  const view = shownView ?? typed.view;
  const limits = { min: embedHeights.min, max: embedHeights.max };
  return (
    <PageMain>
      <PageTitle screen={t("website.title")} />
      <h1 className="text-2xl">{t("website.title")}</h1>
      <p className="mt-2 mb-5">{t("website.text")}</p>
      {isLocal && (
        <Alert kind="warning" className="mb-5">
          {t("website.onlyHere")}
        </Alert>
      )}
      <Form
        ref={form}
        // The fields keep what is typed; another URL has other values.
        key={JSON.stringify(typed)}
        action={websitePath}
        preventScrollReset
        className="grid grid-cols-1 gap-4"
      >
        {view && <input type="hidden" name="view" value={formatMapView(view)} />}
        <SmallField
          label={t("website.town")}
          name="town"
          list={townsId}
          autoComplete="off"
          defaultValue={typed.town}
          hint={t("website.townHint")}
          error={errors.town ? t("website.noTown") : null}
        />
        <datalist id={townsId}>
          {towns.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <fieldset className="min-w-0">
          <legend className="mb-1 font-bold">{t("filter.label")}</legend>
          <div className="grid gap-x-4 sm:grid-cols-2">
            {shownFilterNames.map((name) => (
              <Choice
                key={name}
                type="checkbox"
                name={name}
                value="1"
                defaultChecked={typed.filters[name]}
              >
                {t(filterLabels[name].label)}
              </Choice>
            ))}
          </div>
        </fieldset>
        <Select
          label={t("website.language")}
          isField
          name="language"
          defaultValue={typed.language ?? ""}
          options={[
            { value: "", label: t("website.ownLanguage") },
            ...languages.map((name) => ({ value: name, label: localeEntryOf(name).name })),
          ]}
        />
        <SmallField
          label={t("website.height")}
          name="height"
          inputMode="numeric"
          defaultValue={typed.heightText}
          placeholder={String(embedHeights.standard)}
          hint={t("website.heightHint", limits)}
          error={errors.height ? t("website.badHeight", limits) : null}
        />
        <p>
          <Button type="submit" variant="primary">
            {t("website.show")}
          </Button>
        </p>
      </Form>
      <h2 className="mt-6 mb-2 text-xl">{t("website.preview")}</h2>
      <iframe
        ref={frame}
        key={preview}
        src={preview}
        title={t("website.frameTitle")}
        height={height}
        loading="lazy"
        className="block w-full rounded-card border border-line"
      />
      {shownView && (
        <Button icon="map" onClick={takeView} className="mt-3">
          {t("website.useView")}
        </Button>
      )}
      <Snippet text={snippet} />
      <p className="mt-4 text-muted">{t("website.more")}</p>
    </PageMain>
  );
}

interface SmallFieldProps extends React.ComponentProps<"input"> {
  label: string;
  hint: string;
  error: string | null;
}

function SmallField({ label, hint, error, ...input }: SmallFieldProps) {
  const id = useId();
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block font-bold">
        {label}
      </label>
      <input
        {...input}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-fault ${id}-hint` : `${id}-hint`}
        className={fieldClass}
      />
      {error && <FieldError id={`${id}-fault`}>{error}</FieldError>}
      <p id={`${id}-hint`} className="mt-1 text-sm text-muted">
        {hint}
      </p>
    </div>
  );
}

const copiedMs = 4_000;

function Snippet({ text }: { text: string }) {
  const { t } = useTranslation();
  const announce = useAnnounce();
  const id = useId();
  const [copyOutcome, setCopyOutcome] = useState<"copied" | "copyFailed" | null>(null);
  const copy = async () => {
    const outcome = await navigator.clipboard.writeText(text).then(
      () => "copied" as const,
      () => "copyFailed" as const,
    );
    setCopyOutcome(outcome);
    announce(t(outcome === "copied" ? "website.copied" : "website.copyFailed"));
    if (outcome === "copied") setTimeout(() => setCopyOutcome(null), copiedMs);
  };
  return (
    <div className="mt-6">
      <label htmlFor={id} className="mb-2 block text-xl font-bold">
        {t("website.snippet")}
      </label>
      <textarea
        id={id}
        readOnly
        rows={6}
        dir="ltr"
        spellCheck={false}
        value={text}
        className={`${fieldClass} font-mono text-sm`}
        onFocus={(event) => event.target.select()}
      />
      <div className="mt-2 flex flex-wrap items-center gap-3 noscript:hidden">
        <Button icon={copyOutcome === "copied" ? "check" : "copy"} onClick={() => void copy()}>
          {t(copyOutcome === "copied" ? "website.copied" : "website.copy")}
        </Button>
        {copyOutcome === "copyFailed" && <p>{t("website.copyFailed")}</p>}
      </div>
    </div>
  );
}

/** The view that the visitor has moved the preview to, by the frame's own messages; null before that. */
function useViewOfFrame(frame: React.RefObject<HTMLIFrameElement | null>): MapView | null {
  const [view, setView] = useState<MapView | null>(null);
  const hear = useEffectEvent(({ source, data }: MessageEvent) => {
    if (source !== frame.current?.contentWindow || data?.type !== "mosdo:view") return;
    const [longitude, latitude] = data.center;
    setView({ longitude, latitude, zoom: data.zoom });
  });
  useEffect(() => {
    const listener = (event: MessageEvent) => hear(event);
    addEventListener("message", listener);
    return () => removeEventListener("message", listener);
  }, []);
  return view;
}
