import * as v from "valibot";
import { writtenLine } from "#domain/text/entered-text.ts";
import type { DeepReadonly } from "#domain/validation/check-fields.ts";
import { described } from "#domain/validation/described.ts";
import { recordOf } from "#domain/validation/record-of.ts";

const yesNo = ["yes", "no"] as const;

/**
 * Facts of a place that have one value of a list, in the order in which pages name them
 * (docs/product#facts). A fact that is absent is not known, and never taken for 'no'.
 */
export const factValues = {
  /** `limited`: with help, or into a part of it. */
  wheelchair: ["yes", "limited", "no"],
  /** Who may enter; `restricted`: not everyone, and it is not known who. */
  access: ["everyone", "customers", "key", "private", "restricted"],
  /** Whether a donation is requested; the place is free. */
  donation: yesNo,
  pay_coins: yesNo,
  pay_notes: yesNo,
  pay_card: yesNo,
  pay_contactless: yesNo,
  pay_app: yesNo,
  changing_table: yesNo,
  /** Room of the changing table. */
  changing_table_room: ["women", "men", "all", "wheelchair", "own"],
  women: yesNo,
  men: yesNo,
  /** Rooms for everyone alike. */
  all_genders: yesNo,
  urinals_only: yesNo,
  /** It opens with the Euro key, which disabled people in many countries of Europe have. */
  euro_key: yesNo,
  /** A room with a bench and a hoist for adults who need help. */
  changing_place: yesNo,
  hoist: yesNo,
  shower: yesNo,
  hand_washing: yesNo,
  paper: yesNo,
  menstrual_products: yesNo,
  drinking_water: yesNo,
  /** Somebody looks after it while it is open. */
  attended: yesNo,
  seated: yesNo,
  squat: yesNo,
  /** Open in a part of the year only. */
  seasonal: yesNo,
} as const satisfies Record<string, readonly string[]>;

export type PicklistFact = keyof typeof factValues;

export const picklistFacts = /* @__PURE__ */ Object.keys(factValues) as readonly PicklistFact[];

/** Facts that are a line of text, with its maximum length in code points. */
export const factTextLengths = {
  name: 100,
  /** How to find the door. */
  door: 300,
  /** Name of the building, shop or station that it is inside. */
  inside: 100,
  /** Numbers of its floors, such as '-1' or '0;1'; 0 is the ground floor. */
  level: 20,
  operator: 100,
  /** Another key scheme than the Euro key. */
  key_scheme: 100,
  /** Partner scheme of a town, such as 'Nette Toilette'. */
  scheme: 100,
  /** What is paid, where it is more than one amount: in another currency, by condition. */
  charge: 100,
} as const;

export type WrittenFact = keyof typeof factTextLengths;

export const writtenFacts = /* @__PURE__ */ Object.keys(factTextLengths) as readonly WrittenFact[];

export const doorWidthLimits = { min: 30, max: 300 } as const;

export const placeFactsSchema = /* @__PURE__ */ (() =>
  described(
    v.object({
      ...(mapValues(factValues, (values) => v.optional(v.picklist(values))) as {
        [Fact in PicklistFact]: v.OptionalSchema<
          v.PicklistSchema<(typeof factValues)[Fact], undefined>,
          undefined
        >;
      }),
      door_width: v.optional(
        v.pipe(
          v.number(),
          v.integer(),
          v.minValue(doorWidthLimits.min),
          v.maxValue(doorWidthLimits.max),
          v.description("width of the door in centimetres"),
        ),
      ),
      ...recordOf(writtenFacts, (fact) => v.optional(writtenLine(factTextLengths[fact]))),
    }),
    "facts of the place; a fact that is absent is not known",
  ))();

export type PlaceFacts = DeepReadonly<v.InferOutput<typeof placeFactsSchema>>;

export type PlaceFact = keyof PlaceFacts;

export const placeFacts = /* @__PURE__ */ (() =>
  [...picklistFacts, "door_width", ...writtenFacts] as const)();

/** Two facts of the API's first version, which follow from the others (docs/product#access). */
export interface PlainFacts {
  /** A wheelchair gets in without help; false also where that is not known. */
  readonly accessible: boolean;
  /** Everyone may enter; false also where that is not known. */
  readonly public: boolean;
}

export function plainFacts({ wheelchair, access }: PlaceFacts): PlainFacts {
  return { accessible: wheelchair === "yes", public: access === "everyone" };
}

/** The two as they are stored: `public` is false only where it is known that not everyone may enter. */
export function storedPlainFacts(facts: PlaceFacts): PlainFacts {
  return { ...plainFacts(facts), public: (facts.access ?? "everyone") === "everyone" };
}

/**
 * Facts together with the two plain ones as they are stored: where the facts do not say the same, the plain ones add
 * what they know. 'Not accessible' and 'public' alone may mean unknown.
 */
export function withPlainFacts(facts: PlaceFacts, plain: PlainFacts): PlaceFacts {
  const { wheelchair, access } = facts;
  return {
    ...facts,
    ...(wheelchair === undefined && plain.accessible && { wheelchair: "yes" as const }),
    ...(access === undefined && !plain.public && { access: "restricted" as const }),
  };
}

/**
 * Facts that somebody says with the two plain ones (docs/product#access). The facts themselves win; a plain one
 * that is absent says nothing.
 */
export function mergePlainFacts(facts: PlaceFacts, plain: Partial<PlainFacts>): PlaceFacts {
  return { ...factsOfPlain(plain), ...facts };
}

/** Meaning of the two plain facts that somebody says: true is yes, and open to everyone; false is the contrary. */
export function factsOfPlain({ accessible, public: isPublic }: Partial<PlainFacts>): PlaceFacts {
  return {
    ...(accessible !== undefined && { wheelchair: accessible ? "yes" : "no" }),
    ...(isPublic !== undefined && { access: isPublic ? "everyone" : "restricted" }),
  };
}

/** The facts alone of something that may hold more than them, in their order; unknown ones are left out. */
export function factsOf(from: PlaceFacts): PlaceFacts {
  const known = placeFacts.filter((fact) => from[fact] !== undefined && from[fact] !== null);
  return Object.fromEntries(known.map((fact) => [fact, from[fact]])) as PlaceFacts;
}

/* @__NO_SIDE_EFFECTS__ */
function mapValues<Source extends object, Value>(
  source: Source,
  toValue: (value: Source[keyof Source]) => Value,
): Record<keyof Source, Value> {
  return recordOf(Object.keys(source) as string[], (name) =>
    toValue(source[name as keyof Source]),
  ) as Record<keyof Source, Value>;
}
