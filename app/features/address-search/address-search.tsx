import { useMemo } from "react";
import { useHome } from "#app/i18n/home.ts";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Combobox } from "#app/ui/form/combobox.tsx";
import type { GeoPrecision } from "#domain/address-search/geo-address.ts";
import { minSuggestCharacters } from "#domain/address-search/search-limits.ts";
import { type AddressSearchProps, useAddressSearch } from "./use-address-search.ts";

/** Messages for points that represent a larger area; houses and streets need none. */
const precisionMessages = {
  address: null,
  street: null,
  district: "search.district",
  settlement: "search.settlement",
} as const satisfies Record<GeoPrecision, string | null>;

/**
 * Search field for the product's places, settlements, streets, addresses and landmarks, in the page's language. It
 * suggests from the third character on, says how exact a suggestion is, and says when the search fails or
 * knows only settlements.
 */
export function AddressSearch(props: AddressSearchProps) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const { country } = useHome();
  const format = useFormatter();
  const { suggestions, offersNearest, notices, knownTowns, ...search } = useAddressSearch({
    ...props,
    language,
  });
  const options = useMemo(() => {
    const nearest = { id: "nearest", icon: "navigate", label: t("map.nearest.find") } as const;
    return [
      ...(offersNearest ? [{ ...nearest, detail: "", suggestion: null }] : []),
      ...suggestions.map((suggestion) => {
        const isOwn = suggestion.place_id !== undefined;
        const precision = precisionMessages[suggestion.precision];
        const parts = [
          ...[isOwn && t("search.own"), suggestion.detail, precision && t(precision)],
          suggestion.approximate && t("search.approximate"),
        ];
        return {
          id: suggestion.id,
          icon: isOwn ? ("toilet" as const) : undefined,
          label: suggestion.name,
          detail: parts.filter(Boolean).join(" · "),
          suggestion,
        };
      }),
    ];
  }, [suggestions, offersNearest, t]);
  const note = notices
    .map((notice) =>
      t(`search.notice.${notice}`, {
        min: minSuggestCharacters,
        country: format.country(country),
        towns: format.number(knownTowns),
      }),
    )
    .join(" ");
  return (
    <Combobox
      ref={props.ref}
      label={props.label}
      isLabelHidden={props.isLabelHidden}
      placeholder={props.placeholder}
      text={search.text}
      onType={search.type}
      options={options}
      onPick={({ suggestion }) =>
        suggestion === null ? search.pickNearest() : search.pick(suggestion)
      }
      onEnter={search.enter}
      isBusy={search.isBusy}
      note={note || undefined}
    />
  );
}
