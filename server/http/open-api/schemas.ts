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
} from "#domain/text/entered-text.ts";
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
      county: { type: "string", description: "there where someone has said" },
      postcode: { type: "string", description: "there where someone has said" },
      price: nullable("number", {
        minimum: 0,
        description: "in the country's currency; 0 or null is free",
      }),
      price_known: {
        type: "boolean",
        const: false,
        description: "there where the amount is not known: null is then not free",
      },
      fee: {
        type: "string",
        enum: placeFees,
        description: "whether it costs something, also where the amount is not known",
      },
      comments: { type: "string" },
      ...facts,
      accepted: {
        type: "boolean",
        description: "false: it waits, and only the administrator and who adds there hear of it",
      },
      sample: {
        type: "boolean",
        const: true,
        description: "there for one that was made up for a first look: no toilet to go to",
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
        description: "there where the point stands for a street or a settlement, not for the door",
      },
      opening_times: {
        type: "array",
        minItems: 7,
        maxItems: 7,
        items: { type: "string", pattern: "^(-|\\d\\d:\\d\\d-\\d\\d:\\d\\d)$" },
        description: "Monday first, in the place's own time zone; '-' is a day without times",
      },
      closed_days: closedDays(
        "the days, 0 is Monday, that are known to be closed; there where there are any. Nothing is known of another day without times",
      ),
      opening_hours: {
        type: "string",
        description:
          "in OpenStreetMap's syntax, there where the seven opening times leave something out of it",
      },
      details: {
        type: "object",
        description: "what an import knows beyond this; only in the answer for a single place",
        required: ["features"],
        properties: {
          features: {
            type: "array",
            items: { type: "string", enum: placeFeatures },
            description: "what is said to be so; of what is not named nothing is known",
          },
          level: {
            type: "string",
            description:
              "floors by their numbers, such as '-1' or '0;1'; never the ground floor alone",
          },
          operator: {
            type: "string",
            description: "who runs it, where the comments do not say so",
          },
        },
      },
      added: { type: "string", format: "date-time" },
      rating_calculated: { type: "number", description: "mean of the ratings, or -1 without any" },
      rating_count: { type: "integer", minimum: 0 },
      open_status: {
        type: "string",
        enum: ["none", "opens-soon", "closed", "closes-soon", "open"],
      },
      time_zone: { type: "string", description: "IANA time zone" },
      distance: { type: "number", description: "metres from the point asked about, where one was" },
      last_confirmed: nullable("string", { format: "date-time" }),
      confirmed_today: {
        type: "boolean",
        description:
          "whether the caller has confirmed it today, by the place's own clock; only with a session",
      },
      reviewed: {
        type: "boolean",
        description: "whether the caller has reviewed it; only with a session",
      },
      added_by: { type: "string", description: "administrator only" },
    },
  },
  NewPlace: {
    type: "object",
    description: "Other fields are ignored",
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
          "what a price of null or 0, or no price, leaves open: 'costs' without a price is an amount that is not known. Without it, null and 0 are free",
      },
      position_approximate: {
        type: "boolean",
        default: false,
        description: "the point stands for a street or a settlement, not for the door",
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
        description: "as of a Place, the second time later than the first; nobody knows without it",
      },
      closed_days: closedDays("days without times that are known to be closed, 0 is Monday"),
    },
  },
  Position: {
    type: "object",
    description: "WGS 84 degrees; other fields are ignored",
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
          "the nearest that is surely open now; null where there is none within the limit",
      },
      unknown: {
        anyOf: [{ $ref: "#/components/schemas/Place" }, { type: "null" }],
        description: "one that is nearer, but nothing is known of its opening times",
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
        description: "places that the open filter left out because nothing is known of their hours",
      },
      as_of: {
        type: "string",
        format: "date-time",
        description:
          "only while the database is away: when the oldest of these places was read; what has been written since is not in them",
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
        description: "the fields that should change, and what they should say",
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
        description: "Those the account added, with the fields of a Place and deleted_at",
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
      code: { type: "string", description: "the error's key, such as error.parameter" },
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
