import {
  doorWidthLimits,
  factsOf,
  factTextLengths,
  factValues,
  type PlaceFacts,
} from "./place-facts.ts";

type Tags = Readonly<Record<string, string>>;

/** Facts that are yes or no, each by the one tag that says the same. */
const plainTags = {
  pay_notes: "payment:notes",
  pay_contactless: "payment:contactless",
  pay_app: "payment:app",
  changing_place: "changing_table:adult",
  hoist: "hoist",
  hand_washing: "toilets:handwashing",
  paper: "toilets:paper_supplied",
  menstrual_products: "toilets:menstrual_products",
  drinking_water: "drinking_water",
  attended: "supervised",
  seasonal: "seasonal",
} as const satisfies Partial<Record<keyof PlaceFacts, string>>;

/**
 * Facts of a toilet by its tags; a value that OpenStreetMap's wiki does not know says nothing
 * (docs/product#facts-and-tags). The texts are cut to their length by the caller's `clip`.
 *
 * @param clip cleans a text and cuts it to a number of code points
 */
export function factsOfTags(
  tags: Tags,
  clip: (text: string, maxLength: number) => string,
): PlaceFacts {
  const text = (key: keyof typeof factTextLengths, value: string | undefined) =>
    clip((value ?? "").replaceAll(/\s+/g, " "), factTextLengths[key]) || undefined;
  const facts = {
    ...Object.fromEntries(
      Object.entries(plainTags).map(([fact, tag]) => [fact, yesOrNo(tags[tag])]),
    ),
    wheelchair: wheelchairOf(tags["toilets:wheelchair"] ?? tags.wheelchair),
    access: accessOf(tags["toilets:access"] ?? tags.access),
    donation: [tags.fee, tags.charge].includes("donation") ? "yes" : undefined,
    pay_coins: yesOrNo(tags["payment:coins"] ?? tags["payment:cash"]) ?? noCoinsOf(tags),
    pay_card: anyOf(
      tags["payment:cards"],
      tags["payment:credit_cards"],
      tags["payment:debit_cards"],
    ),
    changing_table: yesOrNo(tags.changing_table ?? tags.diaper),
    changing_table_room: changingTableRoomOf(tags["changing_table:location"]),
    ...gendersOf(tags),
    ...positionsOf(tags["toilets:position"]),
    euro_key: tags.centralkey === "eurokey" ? "yes" : tags.centralkey === "no" ? "no" : undefined,
    shower: yesOrNo(tags.shower) ?? (hasValue(tags.amenity, "shower") ? "yes" : undefined),
    door_width: doorWidthOf(tags["door:width"]),
    name: text("name", tags.name),
    level: text("level", levelOf(tags.level)),
    operator: text("operator", tags.operator),
    key_scheme: text("key_scheme", otherKeyOf(tags.centralkey)),
    charge: text("charge", tags["mosdo:charge"]),
    inside: text("inside", tags["mosdo:inside"]),
    door: text("door", tags["mosdo:door"]),
    scheme: text("scheme", tags.nette_toilette === "yes" ? "Nette Toilette" : tags.network),
  };
  return factsOf(facts as PlaceFacts);
}

/** Tags that tell the facts: the way back of {@link factsOfTags}. Facts without a tag have one with the product's name. */
export function tagsOfFacts(facts: PlaceFacts): Tags {
  const positions = [
    facts.seated === "yes" && "seated",
    facts.squat === "yes" && "squat",
    facts.urinals_only === "yes" && "urinal",
  ].filter((position) => position !== false);
  const tags: Record<string, string | undefined> = {
    ...Object.fromEntries(
      (Object.keys(plainTags) as (keyof typeof plainTags)[]).map((fact) => [
        plainTags[fact],
        facts[fact],
      ]),
    ),
    amenity: "toilets",
    wheelchair: facts.wheelchair,
    access: facts.access && accessTags[facts.access],
    fee: facts.donation === "yes" ? "donation" : undefined,
    "payment:coins": facts.pay_coins,
    "payment:cards": facts.pay_card,
    changing_table: facts.changing_table,
    "changing_table:location":
      facts.changing_table_room && changingTableTags[facts.changing_table_room],
    female: facts.women,
    male: facts.men,
    unisex: facts.all_genders,
    "toilets:position": positions.join(";") || undefined,
    centralkey: facts.euro_key === "yes" ? "eurokey" : (facts.key_scheme ?? facts.euro_key),
    shower: facts.shower,
    "door:width": facts.door_width === undefined ? undefined : String(facts.door_width / 100),
    name: facts.name,
    level: facts.level,
    operator: facts.operator,
    network: facts.scheme,
    "mosdo:charge": facts.charge,
    "mosdo:inside": facts.inside,
    "mosdo:door": facts.door,
  };
  const known = Object.entries(tags).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as Tags;
}

/** Whether a tag's value, which may list several, has one of them: `toilets;shower`. */
export function hasValue(list: string | undefined, value: string): boolean {
  return list?.split(";").some((part) => part.trim() === value) ?? false;
}

type YesNo = "yes" | "no" | undefined;

const noValues: ReadonlySet<string> = new Set(["no", "none"]);
const isUnspecified: ReadonlySet<string> = new Set(["", "unknown"]);

/** `yes`, or in what way: `limited`, `hot`, `summer`, `interval`. */
function yesOrNo(value: string | undefined): YesNo {
  if (value === undefined || isUnspecified.has(value)) return undefined;
  return noValues.has(value) ? "no" : "yes";
}

function anyOf(...values: readonly (string | undefined)[]): YesNo {
  const known = values.map(yesOrNo);
  return known.includes("yes") ? "yes" : known.includes("no") ? "no" : undefined;
}

/** `payment:cards=only` says that nothing else is taken. */
function noCoinsOf(tags: Tags): YesNo {
  const cards = ["cards", "credit_cards", "debit_cards", "contactless", "app"];
  return cards.some((kind) => tags[`payment:${kind}`] === "only") ? "no" : undefined;
}

/** `limited` is a step or a narrow door: a wheelchair may not get in. */
function wheelchairOf(value: string | undefined): PlaceFacts["wheelchair"] {
  return value === "designated" ? "yes" : factValues.wheelchair.find((known) => known === value);
}

const accessTags = {
  everyone: "yes",
  customers: "customers",
  key: "key",
  private: "private",
  restricted: "permit",
} as const satisfies Record<NonNullable<PlaceFacts["access"]>, string>;

const accesses: Readonly<Record<string, PlaceFacts["access"]>> = {
  yes: "everyone",
  permissive: "everyone",
  public: "everyone",
  designated: "everyone",
  customers: "customers",
  key: "key",
  code: "key",
  private: "private",
  no: "private",
  unknown: undefined,
  "": undefined,
};

/** Meaning of a value of `access`. One that is not known, such as `members`, means that not everyone may enter. */
export function accessOf(value: string | undefined): PlaceFacts["access"] {
  if (value === undefined) return undefined;
  return Object.hasOwn(accesses, value) ? accesses[value] : "restricted";
}

const changingTableTags = {
  women: "female_toilet",
  men: "male_toilet",
  all: "unisex_toilet",
  wheelchair: "wheelchair_toilet",
  own: "dedicated_room",
} as const satisfies Record<NonNullable<PlaceFacts["changing_table_room"]>, string>;

/** Of several rooms the first that the others' visitors may enter too; a room for both sexes is for all. */
function changingTableRoomOf(value: string | undefined): PlaceFacts["changing_table_room"] {
  const rooms = (value ?? "").split(";").map((room) => room.trim());
  const found = factValues.changing_table_room.filter((room) =>
    rooms.includes(changingTableTags[room]),
  );
  if (found.includes("women") && found.includes("men")) return "all";
  return found.find((room) => room === "all" || room === "own") ?? found[0];
}

function gendersOf(tags: Tags): Pick<PlaceFacts, "women" | "men" | "all_genders"> {
  const segregated = yesOrNo(tags.gender_segregated);
  const [female, male] = [yesOrNo(tags.female), yesOrNo(tags.male)];
  const isForBoth = segregated === "yes" && female === undefined && male === undefined;
  return {
    women: isForBoth ? "yes" : female,
    men: isForBoth ? "yes" : male,
    all_genders: yesOrNo(tags.unisex) ?? opposite(segregated),
  };
}

function opposite(value: YesNo): YesNo {
  return value && (value === "yes" ? "no" : "yes");
}

/** The tag lists every kind that there is. */
function positionsOf(value = ""): Pick<PlaceFacts, "seated" | "squat" | "urinals_only"> {
  const kinds = value.split(";").map((kind) => kind.trim().replace(/s$/, ""));
  const known = kinds.filter((kind) => ["seated", "squat", "urinal"].includes(kind));
  if (known.length === 0) return {};
  const has = (kind: string) => (known.includes(kind) ? "yes" : "no");
  return {
    seated: has("seated"),
    squat: has("squat"),
    urinals_only: known.every((kind) => kind === "urinal") ? "yes" : "no",
  };
}

function otherKeyOf(centralkey: string | undefined): string | undefined {
  return ["eurokey", "no", "yes", "unknown"].includes(centralkey ?? "") ? undefined : centralkey;
}

/** `0.9`, `0.9 m` or `90 cm`, in centimetres. */
function doorWidthOf(value: string | undefined): number | undefined {
  const [, number, unit] = /^(\d+(?:[.,]\d+)?)\s*(m|cm)?$/.exec(value?.trim() ?? "") ?? [];
  if (number === undefined) return undefined;
  const centimetres = Math.round(Number(number.replace(",", ".")) * (unit === "cm" ? 1 : 100));
  const { min, max } = doorWidthLimits;
  return centimetres >= min && centimetres <= max ? centimetres : undefined;
}

/** Numbers as in the tag's definition, one or several; some mappers write words. */
function levelOf(value: string | undefined): string | undefined {
  const level = value?.replaceAll(/\s/g, "") ?? "";
  return /^-?\d+(\.\d+)?(;-?\d+(\.\d+)?)*$/.test(level) ? level : undefined;
}
