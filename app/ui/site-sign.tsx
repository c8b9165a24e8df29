import { useTranslation } from "#app/i18n/use-translation.tsx";
import { joinClasses } from "./class-names.ts";
import { Icon } from "./icon.tsx";

interface SiteNameProps {
  logo: string | null;
  /** Size of the sign. */
  sign?: "size-9" | "size-7" | "size-4.5 md:size-7";
  /** Number of lines, as `line-clamp-2`, and size. */
  className: string;
}

/**
 * Sign and name of the operator, else of the product. The name is broken between words alone, and ends after a word,
 * in an ellipsis, where it has no room.
 */
export function SiteName({ logo, sign = "size-7", className }: SiteNameProps) {
  const { t } = useTranslation();
  const words = t("app.title").split(/(?<= )/);
  return (
    <>
      <SiteSign logo={logo} size={sign} />
      <span
        className={joinClasses(
          "min-w-0 leading-tight font-bold text-ellipsis wrap-normal hyphens-none",
          className,
        )}
      >
        {words.map((word, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: words may be equal, and keep their places
            key={index}
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
      <Icon name="toilet" className="size-3/5" />
    </span>
  );
}
