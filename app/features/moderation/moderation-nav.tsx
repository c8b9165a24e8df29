import { useTranslation } from "react-i18next";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { ChipLink } from "#app/ui/chip-link.tsx";
import { type ModerationPart, moderationParts } from "#domain/moderation-query.ts";
import { moderationAddress } from "./moderation-address.ts";

interface ModerationNavProps {
  current: ModerationPart;
  totals: Readonly<Record<ModerationPart, number>>;
}

/**
 * The lists of moderation, with how much is in each; the trail only grows, so its length says nothing. In
 * rows of the same number: in one row they fit in no language once there is much to do.
 */
export function ModerationNav({ current, totals }: ModerationNavProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  return (
    <nav aria-label={t("moderation.lists")}>
      <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {moderationParts.map((part) => (
          <li key={part}>
            <ChipLink
              to={moderationAddress(part)}
              isCurrent={part === current}
              className="w-full justify-center"
            >
              {t(`moderation.part.${part}`)}
              {part !== "audit" && totals[part] > 0 && (
                <span className="tabular">({format.number(totals[part])})</span>
              )}
            </ChipLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
