import { ScheduleDictionary } from "#domain/place-index/schedule-dictionary.ts";
import { forecastByText } from "#server/opening/forecast-opening.ts";

/** Pseudo-random whole numbers below a limit, the same in each run (mulberry32). */
function createRandom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

const random = createRandom(1);

function time(hour: number): string {
  return `${String(hour).padStart(2, "0")}:${String(random(60)).padStart(2, "0")}`;
}

/** Seven of ten are plain weeks, with holidays or breaks; three need the library. */
function createText(number: number): string {
  const opens = time(5 + random(5));
  const closes = time(15 + random(8));
  const kind = number % 10;
  if (kind < 5) return `Mo-Fr ${opens}-${closes}; PH off`;
  if (kind < 7) return `Mo-Fr ${opens}-12:00,13:00-${closes}; Sa ${time(8)}-12:30`;
  if (kind < 8) return `${["Mar", "Apr", "May"][random(3)]}-Oct ${opens}-${closes}`;
  if (kind < 9) return `Mo-Su ${opens}-${closes}; Dec ${20 + random(10)} off; PH ${time(10)}-14:00`;
  return `Mo-Sa ${opens}-${closes}; Su ${time(10)}-16:00 "by appointment"`;
}

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
const texts = new Set<string>();
for (let number = 0; texts.size < count; number++) texts.add(createText(number));
console.log(`${count} distinct texts; milliseconds of processor`);

const schedules = new ScheduleDictionary(forecastByText);
const register = () => {
  let number = 0;
  for (const text of texts) {
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
