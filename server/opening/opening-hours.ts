// The module that all others import; see README.md.
export { dayKindOf } from "./evaluate-hours.ts";
export { explainHours, findHoursError, type HoursQuery } from "./explain-hours.ts";
export { forecastByText, openingAt, openingToday } from "./forecast-opening.ts";
export { hoursToStore, knownHoursToStore, openingTimesOf } from "./seven-entries-of-text.ts";
export {
  ensureSchedules,
  type HoursColumns,
  hoursAt,
  hoursTextOf,
  type PlaceSchedule,
  scheduleAt,
  timeZoneOf,
} from "./stored-schedules.ts";
