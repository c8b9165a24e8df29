import { Link } from "react-router";
import { usePlaceWords } from "#app/ui/use-place-words.ts";
import type { NamedPlace } from "#domain/moderation-queue.ts";

/** A place by its name, leading to the map. */
export function PlaceName({ place }: { place: NamedPlace }) {
  const nameOf = usePlaceWords();
  return (
    <Link to={`/?place=${place.id}`} className="text-link inline-block py-2.5 wrap-anywhere">
      {nameOf(place).whole}
    </Link>
  );
}
