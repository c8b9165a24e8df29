import {
  maxCorrectedFields,
  maxCorrectedValueLength,
  maxCorrectionNameLength,
  maxCorrectionWordLength,
} from "#domain/feedback/correction.ts";
import { reportReasons } from "#domain/feedback/report.ts";
import { maxRating } from "#domain/feedback/review.ts";
import { walkLimitMeters } from "#domain/place/nearest-places.ts";
import { maxPrice, priceStep } from "#domain/place/new-place.ts";
import { placeFeatures } from "#domain/place/place.ts";
import { placeFacts, recordOf } from "#domain/place/place-facts.ts";
import { placeFees } from "#domain/place/place-fee.ts";
import { placeSorts } from "#domain/place/place-sort.ts";
import { maxSimilarPlaces } from "#domain/place/similar-places.ts";
import {
  maxAddressLength,
  maxCityLength,
  maxCommentLength,
  maxCountyLength,
  maxPostcodeLength,
  maxReportLength,
  maxReviewLength,
} from "#domain/text/text-length.ts";
import { openApiGeoSchemas } from "./geo-schemas.ts";
import { openApiModerationSchemas } from "./moderation-schemas.ts";

const nullable = (type: string, extra: object = {}) => ({ type: [type, "null"], ...extra });

const instant = { type: "string", format: "date-time" } as const;

const listOf = (properties: object) => ({
  type: "array",
  items: { type: "object", required: Object.keys(properties), properties },
});

const closedDays = (description: string) => ({
  type: "array",
  uniqueItems: true,
  items: { type: "integer", minimum: 0, maximum: 6 },
  description,
});

const facts = recordOf(placeFacts, () => ({ type: "boolean" }));

/** The JSON schemas that the API's answers are made of (JSON Schema 2020-12, as OpenAPI 3.1 takes it). */
export const openApiSchemas = {
  Place: {
    type: "object",
    required: [
      "id",
      "country",
      "city",
      "address",
      "price",
      "fee",
      "comments",
      ...placeFacts,
      "accepted",
      "latitude",
      "longitude",
      "coordinates",
      "opening_times",
      "added",
      "rating_calculated",
      "rating_count",
      "open_status",
      "time_zone",
      "last_confirmed",
    ],
    properties: {
      id: { type: "integer", minimum: 1 },
      country: { type: "string", description: "ISO 3166-1 alpha-2", pattern: "^[A-Z]{2}$" },
      city: { type: "string" },
      address: { type: "string", description: "street line 1 and, if any, line 2" },
      county: { type: "string", description: "present where it is known" },
      postcode: { type: "string", description: "present where it is known" },
      price: nullable("number", {
        minimum: 0,
        description: "in the country's currency; 0 or null is free",
      }),
      price_known: {
        type: "boolean",
        const: false,
        description:
          "false, and only present where it is not known whether the place costs something, or how much: a price of null is then not free",
      },
      fee: {
        type: "string",
        enum: placeFees,
        description: "whether the place costs something, also where the amount is not known",
      },
      comments: { type: "string" },
      ...facts,
      accepted: {
        type: "boolean",
        description:
          "false while the place waits for acceptance: only the administrator sees it, and a contributor who adds a place nearby",
      },
      sample: {
        type: "boolean",
        const: true,
        description: "true for a sample place, made up for a first look: not a real toilet",
      },
      latitude: { type: "number", minimum: -90, maximum: 90 },
      longitude: { type: "number", minimum: -180, maximum: 180 },
      coordinates: {
        type: "array",
        prefixItems: [{ type: "number" }, { type: "number" }],
        minItems: 2,
        maxItems: 2,
        description: "[longitude, latitude], WGS 84",
      },
      position_approximate: {
        type: "boolean",
        const: true,
        description: "true where the point stands for a street or a settlement, not for the door",
      },
      opening_times: {
        type: "array",
        minItems: 7,
        maxItems: 7,
        items: { type: "string", pattern: "^(-|\\d\\d:\\d\\d-\\d\\d:\\d\\d)$" },
        description: "Monday first, in the place's own time zone; '-' is a day without times",
      },
      closed_days: closedDays(
        "days that are known to be closed, 0 is Monday; present where there are any. The opening times of any other day without times are not known",
      ),
      opening_hours: {
        type: "string",
        description:
          "opening hours in OpenStreetMap's syntax; present where the seven opening times leave something out",
      },
      details: {
        type: "object",
        description: "further details of an import; only in the answer for a single place",
        required: ["features"],
        properties: {
          features: {
            type: "array",
            items: { type: "string", enum: placeFeatures },
            description:
              "features that the place is known to have; a feature that is not named is not known",
          },
          level: {
            type: "string",
            description:
              "numbers of the floors, such as '-1' or '0;1'; never the ground floor alone",
          },
          operator: {
            type: "string",
            description: "operator of the place, where the comments do not name it",
          },
        },
      },
      added: { type: "string", format: "date-time" },
      rating_calculated: {
        type: "number",
        description: "mean of the ratings, or -1 without a rating",
      },
      rating_count: { type: "integer", minimum: 0 },
      open_status: {
        type: "string",
        enum: ["none", "opens-soon", "closed", "closes-soon", "open"],
      },
      time_zone: { type: "string", description: "IANA time zone" },
      distance: {
        type: "number",
        description: "metres from the point of the query, where it has one",
      },
      last_confirmed: nullable("string", { format: "date-time" }),
      confirmed_today: {
        type: "boolean",
        description:
          "whether the caller has confirmed the place today, by the place's own clock; only with a session",
      },
      reviewed: {
        type: "boolean",
        description: "whether the caller has reviewed the place; only with a session",
      },
      added_by: { type: "string", description: "administrator only" },
    },
  },
  NewPlace: {
    type: "object",
    description: "A new place; other fields are ignored",
    required: ["country", "city", "address", ...placeFacts, "latitude", "longitude"],
    properties: {
      country: { type: "string", description: "ISO 3166-1 alpha-2", pattern: "^[A-Z]{2}$" },
      city: { type: "string", minLength: 1, maxLength: maxCityLength },
      address: { type: "string", minLength: 1, maxLength: maxAddressLength },
      county: { type: "string", maxLength: maxCountyLength, default: "" },
      postcode: { type: "string", maxLength: maxPostcodeLength, default: "" },
      price: nullable("number", { minimum: 0, maximum: maxPrice, multipleOf: priceStep }),
      fee: {
        type: "string",
        enum: placeFees,
        description:
          "tells whether a place with a price of null or 0, or without a price, costs something: 'costs' without a price means that the amount is not known. Without this field, null and 0 are free",
      },
      position_approximate: {
        type: "boolean",
        default: false,
        description: "whether the point stands for a street or a settlement, not for the door",
      },
      comments: { type: "string", maxLength: maxCommentLength, default: "" },
      ...facts,
      latitude: { type: "number", minimum: -90, maximum: 90 },
      longitude: { type: "number", minimum: -180, maximum: 180 },
      opening_times: {
        type: "array",
        minItems: 7,
        maxItems: 7,
        items: { type: "string", pattern: "^(-|\\d\\d:\\d\\d-\\d\\d:\\d\\d)$" },
        description:
          "opening times as of a Place, the second time later than the first; without them they are not known",
      },
      closed_days: closedDays("days without times that are known to be closed, 0 is Monday"),
    },
  },
  Position: {
    type: "object",
    description: "Position in WGS 84 degrees; other fields are ignored",
    required: ["longitude", "latitude"],
    properties: {
      longitude: { type: "number", minimum: -180, maximum: 180 },
      latitude: { type: "number", minimum: -90, maximum: 90 },
    },
  },
  NearestPlaces: {
    type: "object",
    required: ["open", "unknown", "limit_meters"],
    properties: {
      open: {
        anyOf: [{ $ref: "#/components/schemas/Place" }, { type: "null" }],
        description:
          "nearest place that is certainly open now; null where none is within the limit",
      },
      unknown: {
        anyOf: [{ $ref: "#/components/schemas/Place" }, { type: "null" }],
        description: "nearer place whose opening times are not known",
      },
      limit_meters: { type: "integer", const: walkLimitMeters, description: "a walk, straight" },
    },
  },
  SimilarPlaces: {
    type: "object",
    required: ["places"],
    properties: {
      places: {
        type: "array",
        maxItems: maxSimilarPlaces,
        items: { $ref: "#/components/schemas/Place" },
      },
    },
  },
  PlacePage: {
    type: "object",
    required: ["places", "page", "per_page", "total", "unknown_count"],
    properties: {
      places: { type: "array", items: { $ref: "#/components/schemas/Place" } },
      page: { type: "integer", minimum: 1 },
      per_page: { type: "integer", minimum: 1, maximum: 100 },
      total: { type: "integer", minimum: 0 },
      unknown_count: {
        type: "integer",
        minimum: 0,
        description:
          "number of places that the open filter left out because their opening times are not known",
      },
      as_of: {
        type: "string",
        format: "date-time",
        description:
          "only while the database is away: time at which the oldest of these places was read; later changes are missing",
      },
    },
  },
  Review: {
    type: "object",
    required: ["rating", "text", "added", "own"],
    properties: {
      rating: { type: "integer", minimum: 1, maximum: 5 },
      text: { type: "string" },
      added: { type: "string", format: "date-time" },
      own: { type: "boolean" },
      user_id: { type: "string", description: "administrator only" },
    },
  },
  NewReview: {
    type: "object",
    required: ["rating"],
    properties: {
      rating: { type: "integer", minimum: 1, maximum: maxRating },
      text: {
        type: "string",
        default: "",
        description: `at most ${maxReviewLength} code points once trimmed`,
      },
    },
  },
  ReviewPage: {
    type: "object",
    required: ["reviews", "page", "per_page", "total"],
    properties: {
      reviews: { type: "array", items: { $ref: "#/components/schemas/Review" } },
      page: { type: "integer", minimum: 1 },
      per_page: { type: "integer", minimum: 1 },
      total: { type: "integer", minimum: 0 },
    },
  },
  Confirmation: {
    type: "object",
    required: ["last_confirmed"],
    properties: { last_confirmed: instant },
  },
  Report: {
    type: "object",
    required: ["reason"],
    properties: {
      reason: { type: "string", enum: [...reportReasons] },
      text: {
        type: "string",
        maxLength: maxReportLength,
        description: "required where the reason is other",
      },
    },
  },
  Correction: {
    type: "object",
    required: ["action", "location", "changes"],
    properties: {
      action: { type: "string", minLength: 1, maxLength: maxCorrectionWordLength },
      reason: { type: "string", maxLength: maxReportLength },
      location: {
        type: "object",
        required: ["longitude", "latitude"],
        properties: {
          longitude: { type: "number", minimum: -180, maximum: 180 },
          latitude: { type: "number", minimum: -90, maximum: 90 },
        },
      },
      changes: {
        type: "object",
        maxProperties: maxCorrectedFields,
        propertyNames: { minLength: 1, maxLength: maxCorrectionWordLength },
        additionalProperties: {
          type: ["string", "number", "boolean", "null"],
          maxLength: maxCorrectedValueLength,
        },
        description: "fields that should change, with their right values",
      },
      placeName: { type: "string", maxLength: maxCorrectionNameLength },
    },
  },
  AccountExport: {
    type: "object",
    required: [
      "account",
      "sign_in_methods",
      "sessions",
      "places",
      "reviews",
      "confirmations",
      "reports",
      "corrections",
      "audit",
    ],
    properties: {
      account: {
        type: "object",
        properties: {
          id: { type: "string" },
          email: { type: "string", format: "email" },
          email_verified: { type: "boolean" },
          name: { type: "string" },
          photo_url: nullable("string"),
          disabled: { type: "boolean" },
          created_at: instant,
        },
      },
      sign_in_methods: listOf({
        provider: { type: "string", enum: ["credential", "google"] },
        provider_account_id: { type: "string" },
        created_at: instant,
        updated_at: instant,
      }),
      sessions: listOf({ created_at: instant, updated_at: instant, expires_at: instant }),
      places: {
        type: "array",
        description: "Places that the account added, with the fields of a Place and deleted_at",
        items: { type: "object" },
      },
      reviews: listOf({
        place_id: { type: "integer" },
        rating: { type: "integer", minimum: 1, maximum: 5 },
        text: { type: "string" },
        added: instant,
      }),
      confirmations: listOf({
        place_id: { type: "integer" },
        on_day: { type: "string", format: "date" },
        at: instant,
      }),
      reports: listOf({
        place_id: { type: "integer" },
        reason: { type: "string", enum: [...reportReasons] },
        text: { type: "string" },
        at: instant,
        resolved_at: { ...nullable("string"), format: "date-time" },
      }),
      corrections: listOf({
        action: { type: "string" },
        reason: { type: "string" },
        longitude: { type: "number" },
        latitude: { type: "number" },
        changes: { type: "object" },
        place_name: { type: "string" },
        at: instant,
        resolved_at: { ...nullable("string"), format: "date-time" },
      }),
      audit: listOf({
        at: instant,
        action: { type: "string" },
        place_id: nullable("integer"),
        own: { type: "boolean", description: "whether the account itself acted" },
      }),
    },
  },
  Vital: {
    type: "object",
    required: ["name", "value", "id"],
    properties: {
      name: { type: "string", enum: ["CLS", "FCP", "INP", "LCP", "TTFB"] },
      value: { type: "number", minimum: 0 },
      id: { type: "string" },
      rating: { type: "string", enum: ["good", "needs-improvement", "poor"] },
      navigationType: { type: "string" },
      path: { type: "string" },
    },
  },
  Problem: {
    type: "object",
    description: "RFC 9457 problem details",
    required: ["type", "title", "status", "code"],
    properties: {
      type: { type: "string" },
      title: { type: "string" },
      status: { type: "integer" },
      detail: { type: "string" },
      code: { type: "string", description: "key of the error, such as error.parameter" },
      errors: {
        type: "array",
        items: {
          type: "object",
          required: ["field", "code"],
          properties: { field: { type: "string" }, code: { type: "string" } },
        },
      },
    },
  },
  ...openApiModerationSchemas,
  ...openApiGeoSchemas,
  PlaceOrder: { type: "string", enum: [...placeSorts, "distance"] },
} as const;
