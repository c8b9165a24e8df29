import * as v from "valibot";
import { closedDay, noOpeningTimes, parseOpeningRange } from "./opening-times.ts";

/** A week as the database holds it: exactly seven entries, each a range, `-` or `closed`. */
export const openingTimesSchema = v.pipe(
  v.array(
    v.pipe(
      v.string(),
      v.check(
        (text) => text === noOpeningTimes || text === closedDay || parseOpeningRange(text) !== null,
      ),
    ),
  ),
  v.length(7),
);
