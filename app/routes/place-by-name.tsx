import { data, redirect } from "react-router";
import { placePagePath } from "#app/place/place-paths.ts";
import { parseId } from "#domain/place/place-id.ts";
import type { Route } from "./+types/place-by-name.ts";

/** `/places/12/eger-dobo-ter-3` leads to the place's one URL. @throws {Response} 404 where it is not a town and a street */
export function loader({ request, params }: Route.LoaderArgs) {
  const placeId = parseId(params.id);
  if (placeId === null || !params.name.includes("-")) throw data(null, { status: 404 });
  return redirect(placePagePath(placeId) + new URL(request.url).search, 301);
}

/** Never shown: the loader leads on, or throws what the boundary shows. */
export default function PlaceByName() {
  return null;
}
