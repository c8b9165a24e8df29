import { useTranslation } from "react-i18next";
import type { Place } from "#domain/place.ts";
import { isFree } from "#domain/place-filters.ts";
import { Fact } from "./fact.tsx";
import { joinClasses } from "./join-classes.ts";
import { PlacePrice } from "./place-price.tsx";

interface PlaceFactsProps {
  place: Pick<
    Place,
    "price" | "price_known" | "fee" | "country" | "added" | "accessible" | "public"
  >;
  className?: string;
}

/** Whether one has to pay, whether a wheelchair gets in, whether everyone may enter. */
export function PlaceFacts({ place, className }: PlaceFactsProps) {
  const { t } = useTranslation();
  return (
    <ul className={joinClasses("flex flex-wrap gap-x-4 gap-y-1", className)}>
      <Fact icon={isFree(place.price) && place.price_known !== false ? "free" : "price"}>
        <PlacePrice place={place} />
      </Fact>
      <Fact icon={place.accessible ? "accessible" : "not-accessible"}>
        {t(place.accessible ? "places.fact.accessible" : "places.fact.notAccessible")}
      </Fact>
      <Fact icon={place.public ? "public" : "private"}>
        {t(place.public ? "places.fact.public" : "places.fact.private")}
      </Fact>
    </ul>
  );
}
