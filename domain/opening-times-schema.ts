import * as v from "valibot";
import { noOpeningTimes, parseOpeningRange } from "./opening-times.ts";

/** Opening times as they come from outside: exactly seven entries, each a range or `-`. */
export const openingTimesSchema = v.pipe(
  v.array(
    v.pipe(
      v.string(),
      v.check((text) => text === noOpeningTimes || parseOpeningRange(text) !== null),
    ),
  ),
  v.length(7),
);
