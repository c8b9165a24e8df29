import { useSession } from "#app/features/layout/use-session.ts";
import { ChunkBoundary, lazyComponent } from "#app/ui/chunk-boundary.tsx";
import { isStaff } from "#domain/account/role.ts";
import type { Place } from "#domain/place/place.ts";

const PlaceModeration = lazyComponent(() =>
  import("#app/features/moderation/place-moderation.tsx").then((module) => module.PlaceModeration),
);

interface ModeratedPlaceProps {
  place: Place;
  onGone?: () => void;
}

/** The staff's part of a card or panel; for other visitors nothing, and no script. */
export function ModeratedPlace({ place, onGone }: ModeratedPlaceProps) {
  const session = useSession();
  if (!session || !isStaff(session)) return null;
  return (
    <ChunkBoundary fallback={null}>
      <PlaceModeration place={place} onGone={onGone} />
    </ChunkBoundary>
  );
}
