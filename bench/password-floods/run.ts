import { spawnSync } from "node:child_process";
import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describeMachine, percentile } from "../figures.ts";
import { startProductServer } from "../product-server.ts";
import { listenForStop, temporaryDirectory, withResource } from "../resources.ts";

const root = join(import.meta.dirname, "../..");
const floodMs = 20_000;
const connections = 24;
const peopleAtOnce = 20;
const password = "Correct-Horse-9";

/** Accounts whose passwords the flood guesses: so many that none meets the limit of an account. */
const guessedAccounts = 64;

const stop = listenForStop();
console.log(describeMachine());
spawnSync(process.execPath, [join(root, "cli/build.ts"), "--when-needed"], { stdio: "inherit" });

await withServer(async (origin) => {
  await measureRegistrations(origin);
});
/** Address of the flood's n-th request. */
const neighbours = (n: number) => `2001:db8:1:${(n % 256).toString(16)}00::1`;
const anywhere = (n: number) => `100.${64 + (n % 64)}.${(n >> 6) % 256}.1`;

const guess: NextForm = (n) => [
  "/login",
  { email: `own${n % guessedAccounts}@example.org`, password: "wrong" },
];
const enrol: NextForm = (n) => [
  "/register",
  { email: `new${n}@example.net`, password, confirmation: password, terms: "1" },
];
const floods: readonly Flood[] = [
  { name: "no flood", next: null, from: neighbours },
  { name: "/login, from one /48", next: guess, from: neighbours },
  { name: "/register, from one /48", next: enrol, from: neighbours },
  { name: "/login, from anywhere", next: guess, from: anywhere },
  { name: "/register, from anywhere", next: (n) => enrol(n + 100_000), from: anywhere },
];

await withServer(async (origin) => {
  for (let n = 0; n < guessedAccounts; n++) {
    await register(origin, `own${n}@example.org`, `198.51.100.${n}`);
  }
  for (const [n, flood] of floods.entries()) await underFlood(origin, flood, n);
});

function withServer(use: (origin: string) => Promise<void>): Promise<void> {
  return withResource(temporaryDirectory(), ({ path }) =>
    withResource(startProductServer(join(path, "data"), { TRUST_PROXY: "on" }), ({ origin }) =>
      use(origin),
    ),
  );
}

/** Twenty people, each at an address of their own, who register at the same moment. */
async function measureRegistrations(origin: string): Promise<void> {
  for (const round of ["cold", "warm"]) {
    const people = Array.from({ length: peopleAtOnce }, (_, n) => `${round}${n}@example.org`);
    const network = round === "cold" ? "203.0.113" : "198.51.100";
    const sent = await Promise.all(
      people.map((email, n) => register(origin, email, `${network}.${n}`)),
    );
    console.log(`${peopleAtOnce} registrations at once, ${round}: ${summary(sent, 302)}`);
  }
}

/** The n-th form of a flood. */
type NextForm = (n: number) => [path: string, fields: Record<string, string>];

interface Flood {
  readonly name: string;
  readonly next: NextForm | null;
  readonly from: (n: number) => string;
}

async function underFlood(
  origin: string,
  { name, next, from }: Flood,
  round: number,
): Promise<void> {
  const [knownEmail, otherEmail] = [`known${round}@example.org`, `other${round}@example.org`];
  const known = await register(origin, knownEmail, `198.51.100.${200 + round}`);
  await register(origin, otherEmail, `198.51.100.${210 + round}`);
  const until = performance.now() + floodMs;
  const isOver = () => performance.now() >= until || stop.aborted;
  const flood: Sent[] = [];
  let count = 0;
  const attack = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (next && !isOver()) {
      const n = count++;
      const [path, fields] = next(n);
      flood.push(await send(origin, path, { agent, fields, from: from(n) }));
    }
    agent.destroy();
  };
  const repeat = async (everyMs: number, call: () => Promise<Sent>) => {
    const sent: Sent[] = [];
    await delay(1_000);
    while (!isOver()) {
      sent.push(await call());
      await delay(everyMs);
    }
    return sent;
  };
  let asked = 0;
  const attackers = Array.from({ length: connections }, attack);
  const cookie = cookiesOf(known.headers).filter((pair) => pair.includes("known_browser"));
  const fields = { email: knownEmail, password };
  const [pages, knownSignIns, otherSignIns] = await Promise.all([
    repeat(200, () => send(origin, `/places/1?made=${asked++}`, { from: "192.0.2.1" })),
    repeat(4_000, () => {
      const from = `192.0.2.${10 + (asked++ % 200)}`;
      return send(origin, "/login", { from, fields, cookie: cookie.join("; ") });
    }),
    repeat(4_000, () => {
      const from = `203.0.113.${10 + (asked++ % 200)}`;
      return send(origin, "/login", { from, fields: { email: otherEmail, password } });
    }),
  ]);
  await Promise.all(attackers);
  console.log(`${name}: flood ${(flood.length / floodMs) * 1000} a second, ${statuses(flood)}`);
  console.log(`  pages: ${summary(pages, 200)}`);
  console.log(`  sign-in of a known browser: ${summary(knownSignIns, 302)}`);
  console.log(`  sign-in of another: ${summary(otherSignIns, 302)}`);
}

interface Sent {
  readonly status: number;
  readonly ms: number;
  readonly headers: IncomingHttpHeaders;
}

interface Call {
  readonly from: string;
  readonly fields?: Record<string, string>;
  readonly cookie?: string;
  readonly agent?: Agent;
}

/** Sends a request as a browser without script does, through a proxy that names its address. */
function send(origin: string, path: string, { from, fields, cookie, agent }: Call): Promise<Sent> {
  const begunMs = performance.now();
  return new Promise((resolve, reject) => {
    const headers = {
      Accept: "text/html",
      Origin: origin,
      "X-Forwarded-For": from,
      ...(cookie && { Cookie: cookie }),
      ...(fields && { "Content-Type": "application/x-www-form-urlencoded" }),
    };
    const method = fields ? "POST" : "GET";
    request(`${origin}${path}`, { method, agent: agent ?? false, headers }, (response) => {
      const { statusCode: status = 0, headers } = response;
      response.resume().on("end", () => {
        resolve({ status, ms: performance.now() - begunMs, headers });
      });
    })
      .on("error", reject)
      .end(fields && new URLSearchParams(fields).toString());
  });
}

function register(origin: string, email: string, from: string): Promise<Sent> {
  const fields = { email, password, confirmation: password, terms: "1" };
  return send(origin, "/register", { from, fields });
}

function cookiesOf(headers: IncomingHttpHeaders): string[] {
  return (headers["set-cookie"] ?? []).map((line) => line.split(";", 1)[0]);
}

function statuses(sent: readonly Sent[]): string {
  const counts = new Map<number, number>();
  for (const { status } of sent) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${count} × ${status}`).join(", ");
}

function summary(sent: readonly Sent[], wanted: number): string {
  const times = sent.filter(({ status }) => status === wanted).map(({ ms }) => ms);
  const at = (share: number) => (times.length ? `${Math.round(percentile(times, share))} ms` : "–");
  return `${statuses(sent)}; p50 ${at(0.5)}, p99 ${at(0.99)}`;
}
