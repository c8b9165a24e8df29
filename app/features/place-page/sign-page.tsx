import { Link } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { placePageAddress } from "#app/place/place-addresses.ts";
import { usePlaceWords } from "#app/place/place-words.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PageMain, PageTitle } from "#app/ui/page-title-and-main.tsx";
import { QrCode, type QrPicture } from "#app/ui/qr-code.tsx";
import type { Place } from "#domain/place/place.ts";
import type { Language } from "#domain/text/language.ts";

interface SignPageProps {
  place: Place;
  /** Address that the code leads to, whole. */
  address: string;
  /** Whether it leads to the machine alone on which the page is shown. */
  isLocal: boolean;
  picture: QrPicture;
  /** What the sheet says, in each language. */
  texts: readonly {
    readonly language: Language;
    readonly toilet: string;
    readonly ask: string;
  }[];
}

/**
 * A sheet to print and to hang at the door (docs/product#sign): it asks in three languages whether all is right, and
 * its code opens the page that takes the answer.
 */
export function SignPage({ place, address, isLocal, picture, texts }: SignPageProps) {
  const { t } = useTranslation();
  const words = usePlaceWords()(place);
  return (
    <PageMain>
      <PageTitle screen={t("found.sign.title", { name: words.whole })} />
      <div className="mb-6 print:hidden">
        <p>
          <Link
            to={placePageAddress(place.id)}
            className="text-link -ml-1 inline-flex min-h-11 items-center gap-1"
          >
            <Icon name="chevron-left" /> {words.whole}
          </Link>
        </p>
        <p className="text-muted">{t("found.sign.how")}</p>
        {isLocal && (
          <Alert kind="warning" className="mt-4">
            {t("found.sign.onlyHere")}
          </Alert>
        )}
      </div>
      <section className="rounded-card border border-line p-6 text-center sm:p-10 print:border-0 print:p-0">
        <h1 className="flex flex-col gap-1">
          {texts.map(({ language, toilet }, index) => (
            <span
              key={language}
              lang={language}
              className={index === 0 ? "text-3xl font-bold" : "text-2xl font-normal"}
            >
              {toilet}
            </span>
          ))}
        </h1>
        <p className="mt-4 text-xl wrap-anywhere">{words.whole}</p>
        <QrCode
          picture={picture}
          label={address}
          pixelsOfSquare={6}
          className="mx-auto my-4 h-auto max-w-full print:my-10 print:w-[90mm]"
        />
        {texts.map(({ language, ask }) => (
          <p key={language} lang={language} className="mt-3 text-xl text-balance">
            {ask}
          </p>
        ))}
        <p className="mt-6 text-sm wrap-anywhere">{address}</p>
        <p className="mt-2 font-bold">{t("app.title")}</p>
      </section>
    </PageMain>
  );
}
