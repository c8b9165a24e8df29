import { useTranslation } from "#app/i18n/use-translation.tsx";
import { joinClasses } from "./class-names.ts";
import { Icon } from "./icon.tsx";

interface SiteNameProps {
  logo: string | null;
  isSmall?: boolean;
  /** Number of lines, as `line-clamp-2`, and size. */
  className: string;
}

/**
 * Sign and name of the operator, else of the product. The name is broken between words alone, and ends after a word,
 * in an ellipsis, where it has no room.
 */
export function SiteName({ logo, isSmall, className }: SiteNameProps) {
  const { t } = useTranslation();
  const words = t("app.title").split(/(?<= )/);
  return (
    <>
      <SiteSign logo={logo} isSmall={isSmall} />
      <span
        className={joinClasses(
          "min-w-0 leading-tight font-bold text-ellipsis wrap-normal hyphens-none",
          className,
        )}
      >
        {words.map((word) => (
          <span
            key={word}
            className="inline-block max-w-full overflow-hidden align-bottom text-ellipsis whitespace-pre"
          >
            {word}
          </span>
        ))}
      </span>
    </>
  );
}

/** The operator's logo, or the product's own sign. */
function SiteSign({ logo, isSmall = false }: { logo: string | null; isSmall?: boolean }) {
  const size = isSmall ? "size-[min(1.75rem,9vw)]" : "size-9";
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
      <Icon name="toilet" className={isSmall ? "size-4" : "size-5"} />
    </span>
  );
}
