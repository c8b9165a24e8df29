import { defaultPlaceSort } from "#domain/place/place-sort.ts";
import { maxSimilarRadiusMeters, similarPlaceRadiusMeters } from "#domain/place/similar-places.ts";
import { maxPlacesByDistance, maxPlacesPerPage, placesPerPage } from "#domain/reading/pager.ts";
import {
  body,
  fault,
  inQuery,
  json,
  malformed,
  notFound,
  notSignedIn,
  type Paths,
  page,
  placeFilters,
  placeId,
  placeWriteFaults,
  position,
  reference,
  required,
} from "#server/http/open-api/parts.ts";

/** The calls for places, what is done to one included. */
export const placePaths: Paths = {
  "/api/v1/places": {
    get: {
      summary: "One page of places, filtered and ordered",
      parameters: [
        page,
        {
          name: "per_page",
          in: "query",
          schema: {
            type: "integer",
            minimum: 1,
            maximum: maxPlacesPerPage,
            default: placesPerPage,
          },
        },
        {
          name: "sort",
          in: "query",
          description: `distance needs near, and covers the nearest ${maxPlacesByDistance} places: page × per_page beyond that is 422`,
          schema: { ...reference("PlaceOrder"), default: defaultPlaceSort },
        },
        ...placeFilters,
        { name: "near", in: "query", description: "lng,lat", schema: { type: "string" } },
        {
          name: "bbox",
          in: "query",
          description: "west,south,east,north; west > east crosses the antimeridian",
          schema: { type: "string" },
        },
      ],
      responses: {
        200: json("The page; beyond the last one it is empty", "PlacePage"),
        422: malformed,
      },
    },
    post: {
      summary:
        "Adds a place; it waits for acceptance, except one of the administrator, which is accepted at once",
      requestBody: body("NewPlace"),
      responses: {
        201: {
          ...json("The place", "Place"),
          headers: { Location: { description: "Its address", schema: { type: "string" } } },
        },
        401: notSignedIn,
        403: fault("error.forbidden"),
        409: fault("error.duplicate: a place with the same city, address and comments exists"),
        413: fault("error.toolarge"),
        422: fault(
          "error.fillout, error.invalidtime or error.parameter, naming each faulty field with its own code",
        ),
        429: fault("error.limit: five within 24 hours; error.toomanyrequests with Retry-After"),
      },
    },
  },
  "/api/v1/places/nearby": {
    get: {
      summary:
        "Places around a point, nearest first, to find duplicates of a place before adding it",
      parameters: [
        ...position,
        {
          name: "radius",
          in: "query",
          description: "metres",
          schema: {
            type: "integer",
            minimum: 1,
            maximum: maxSimilarRadiusMeters,
            default: similarPlaceRadiusMeters,
          },
        },
      ],
      responses: {
        200: json(
          "Places with their distances, also those that wait for acceptance",
          "SimilarPlaces",
        ),
        401: notSignedIn,
        422: malformed,
      },
    },
  },
  "/api/v1/places/nearest": {
    get: {
      summary:
        "Nearest open place within walking distance, and a nearer one whose opening times are not known",
      parameters: [
        required(inQuery("near", { type: "string" }, "lng,lat")),
        ...placeFilters.map((filter) =>
          filter.name === "open"
            ? { ...filter, description: "without places whose opening times are not known" }
            : filter,
        ),
      ],
      responses: {
        200: json(
          "Places with their distances; never one for guests only or for holders of a key",
          "NearestPlaces",
        ),
        422: malformed,
      },
    },
  },
  "/api/v1/places/{id}": {
    get: {
      summary: "One place",
      parameters: [placeId],
      responses: { 200: json("The place", "Place"), 404: notFound, 422: malformed },
    },
    delete: {
      summary: "Deletes one place; it can be restored for 30 days; administrator only",
      parameters: [placeId],
      responses: {
        204: { description: "Deleted" },
        ...placeWriteFaults,
      },
    },
  },
  "/api/v1/places/{id}/accept": {
    post: {
      summary: "Accepts one place: from now on everyone sees it; administrator only",
      parameters: [placeId],
      responses: {
        204: { description: "Accepted, now or before" },
        ...placeWriteFaults,
      },
    },
  },
  "/api/v1/places/{id}/position": {
    put: {
      summary:
        "Sets where a place is; its position is then no longer approximate; administrator only",
      parameters: [placeId],
      requestBody: body("Position"),
      responses: {
        204: { description: "The position is set" },
        ...placeWriteFaults,
        413: fault("error.toolarge"),
      },
    },
  },
  "/api/v1/places/{id}/restore": {
    post: {
      summary: "Brings a deleted place back as it was; administrator only",
      parameters: [placeId],
      responses: {
        204: { description: "The place is visible, restored now or never deleted" },
        ...placeWriteFaults,
        409: fault("error.duplicate: the place has been added again meanwhile"),
      },
    },
  },
};
