import { joinClasses } from "./class-names.ts";
import { Icon } from "./icon.tsx";

/** The operator's logo, or the product's own sign. */
export function SiteSign({ logo, isSmall = false }: { logo: string | null; isSmall?: boolean }) {
  const size = isSmall ? "size-7" : "size-9";
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
