import { ScheduleDictionary } from "#domain/place-index/schedule-dictionary.ts";
import { forecastByText } from "#server/opening/forecast-opening.ts";
import { generateHoursTexts } from "../generate-hours-texts.ts";

function processorMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function report(name: string, ...ms: readonly number[]): void {
  console.log(`${name.padEnd(46)} ${ms.map((value) => value.toFixed(2).padStart(9)).join(" ")}`);
}

const sites = [
  ["HU", "Europe/Budapest"],
  ["DE", "Europe/Berlin"],
  ["NO", "Europe/Oslo"],
  ["US", "America/New_York"],
] as const;
const week = [...Array<string>(5).fill("08:00-18:00"), "closed", "closed"];
const minuteMs = 60_000;
const minutesPerDay = 24 * 60;
const start = Date.parse("2026-06-15T04:00Z");

const count = Number(process.argv[2] ?? 50_000);
const texts = generateHoursTexts(count);
console.log(`${count} distinct texts; milliseconds of processor`);

const schedules = new ScheduleDictionary(forecastByText);
const register = () => {
  let number = 0;
  for (const { text } of texts) {
    const [country, timeZone] = sites[number++ % sites.length];
    const hours = { text, country, position: "" };
    schedules.register({ openingTimes: week, timeZone, hours });
  }
};
report("registered", processorMs(register));
report(
  "turn of a minute before any forecast",
  processorMs(() => schedules.refresh(new Date(start))),
);
report(
  "all forecasts, in turns beside requests",
  processorMs(() => schedules.forecastSome(new Date(start), count)),
);
report(
  "turn after it",
  processorMs(() => schedules.refresh(new Date(start))),
);

const turns = Array.from({ length: 3 * minutesPerDay }, (_, minute) =>
  processorMs(() => schedules.refresh(new Date(start + (minute + 1) * minuteMs))),
);
const days = {
  "turn of the first day": [0, minutesPerDay - 1],
  "turn of later days": [minutesPerDay],
};
console.log(`${"".padEnd(46)}    median  p99       max`);
for (const [name, [from, until]] of Object.entries(days)) {
  const sorted = turns.slice(from, until).sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))];
  report(name, at(0.5), at(0.99), at(1));
}
