import { Fragment } from "react";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { joinClasses } from "./class-names.ts";
import { Icon } from "./icon.tsx";

/** Number of letters of a name that is smaller on a phone. */
const longNameLength = 20;

/** Sign and name of the operator, else of the product, in up to three lines broken between words. */
export function SiteName({ logo, isLarge = false }: { logo: string | null; isLarge?: boolean }) {
  const { t } = useTranslation();
  const name = t("app.title");
  return (
    <>
      <SiteSign logo={logo} size={isLarge ? "size-9" : "size-7"} />
      <span
        className={joinClasses(
          "line-clamp-3 min-w-0 leading-tight font-bold wrap-normal hyphens-none",
          name.length > longNameLength ? "text-sm sm:text-lg" : "text-lg",
        )}
      >
        {name.split(" ").map((word, index) => (
          <Fragment key={index}>
            {index > 0 && " "}
            <span className="inline-block max-w-full overflow-hidden align-bottom text-ellipsis">
              {word}
            </span>
          </Fragment>
        ))}
      </span>
    </>
  );
}

/** The operator's logo, or the product's own sign. */
function SiteSign({ logo, size }: { logo: string | null; size: string }) {
  if (logo) {
    return <img src={logo} alt="" className={joinClasses(size, "shrink-0 object-contain")} />;
  }
  return (
    <span
      className={joinClasses(
        size,
        "flex shrink-0 items-center justify-center rounded-control bg-brand text-on-brand",
      )}
    >
      <Icon name="toilet" className="size-2/3" />
    </span>
  );
}
