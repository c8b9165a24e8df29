import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { findFreePort } from "#tests/support/server-process.ts";

/** Engines that the flows run in beside Chromium, which all other tests use. */
export const engines = ["firefox", "webkit"] as const;

export type Engine = (typeof engines)[number];

/** A command of WebDriver (W3C): its method, its path in a session, and its name in Marionette. */
const commands = {
  navigate: ["POST", "/url", "WebDriver:Navigate"],
  address: ["GET", "/url", "WebDriver:GetCurrentURL"],
  run: ["POST", "/execute/sync", "WebDriver:ExecuteScript"],
  click: ["POST", "/element/{id}/click", "WebDriver:ElementClick"],
  clear: ["POST", "/element/{id}/clear", "WebDriver:ElementClear"],
  type: ["POST", "/element/{id}/value", "WebDriver:ElementSendKeys"],
  act: ["POST", "/actions", "WebDriver:PerformActions"],
  resize: ["POST", "/window/rect", "WebDriver:SetWindowRect"],
  addCookie: ["POST", "/cookie", "WebDriver:AddCookie"],
  dropCookies: ["DELETE", "/cookie", "WebDriver:DeleteAllCookies"],
  picture: ["GET", "/screenshot", "WebDriver:TakeScreenshot"],
} as const;

/** A browser that is driven by WebDriver. */
export interface WebDriver extends AsyncDisposable {
  /** Returns the command's value; throws the engine's error. */
  send<Result>(command: keyof typeof commands, parameters?: object): Promise<Result>;
}

/** Requirements of an engine, by their Debian packages. */
const needs = {
  firefox: [
    [["firefox-esr", "firefox"], "firefox-esr"],
    [["Xvfb"], "xvfb"],
  ],
  webkit: [
    [["WebKitWebDriver"], "webkit2gtk-driver"],
    [["Xvfb"], "xvfb"],
  ],
} as const;

/** Packages that this machine lacks for an engine. */
export function missingPackages(engine: Engine): string[] {
  return needs[engine].filter(([names]) => !findProgram(names)).map(([, debian]) => debian);
}

function findProgram(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
}

/**
 * Starts an engine with a profile of its own on a virtual screen of its own.
 *
 * @param options.isDark whether the visitor wants dark pages
 */
export async function startEngine(
  engine: Engine,
  { isDark } = { isDark: false },
): Promise<WebDriver> {
  const screen = await startScreen();
  const home = mkdtempSync(join(tmpdir(), `mosdo-${engine}-`));
  const environment = {
    ...process.env,
    HOME: home,
    DISPLAY: screen.name,
    // The map is drawn in software.
    LIBGL_ALWAYS_SOFTWARE: "1",
    // There is no bus of a desktop; WebKit waits for one.
    NO_AT_BRIDGE: "1",
    // WebKit takes the theme of the desktop.
    GTK_THEME: isDark ? "Adwaita:dark" : "Adwaita",
  };
  const browser =
    engine === "firefox"
      ? await startFirefox(home, environment, isDark)
      : await startWebKit(environment);
  return {
    send: browser.send,
    async [Symbol.asyncDispose]() {
      await browser[Symbol.asyncDispose]();
      await stop(screen.child);
      rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

async function startScreen(): Promise<{ name: string; child: ChildProcess }> {
  const args = ["-displayfd", "1", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"];
  const child = spawn("Xvfb", args, { stdio: ["ignore", "pipe", "ignore"] });
  const [number] = await once(child.stdout!, "data");
  return { name: `:${String(number).trim()}`, child };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill();
  await Promise.race([ended, delay(5_000).then(() => child.kill("SIGKILL"))]);
}

const preferences = {
  "marionette.port": 0,
  "webgl.force-enabled": true,
  "browser.shell.checkDefaultBrowser": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "app.normandy.enabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "services.settings.server": "data:,nothing",
};

/**
 * Firefox, through Marionette, which speaks WebDriver's commands over TCP: a length, a colon, and `[0, number, command,
 * parameters]`; the response is `[1, number, error, value]`.
 */
async function startFirefox(
  home: string,
  environment: NodeJS.ProcessEnv,
  isDark: boolean,
): Promise<WebDriver> {
  const profile = join(home, "profile");
  mkdirSync(profile);
  const theme = { "layout.css.prefers-color-scheme.content-override": isDark ? 0 : 1 };
  const lines = Object.entries({ ...preferences, ...theme }).map(
    ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`,
  );
  writeFileSync(join(profile, "user.js"), lines.join("\n"));
  const args = ["--marionette", "--no-remote", "--profile", profile];
  const program = findProgram(needs.firefox[0][0]) ?? "firefox";
  const child = spawn(program, args, { env: environment, stdio: "ignore" });
  const portFile = join(profile, "MarionetteActivePort");
  const port = Number(
    await waitFor("Firefox", () => existsSync(portFile) && readFileSync(portFile)),
  );

  const socket = connect(port, "127.0.0.1");
  const pending = new Map<number, PromiseWithResolvers<unknown>>();
  let received = Buffer.alloc(0);
  socket.on("data", (bytes) => {
    received = Buffer.concat([received, bytes]);
    for (;;) {
      const colon = received.indexOf(":");
      const length = Number(received.toString("utf8", 0, Math.max(colon, 0)));
      if (colon < 0 || received.length < colon + 1 + length) return;
      const message: unknown = JSON.parse(received.toString("utf8", colon + 1, colon + 1 + length));
      received = received.subarray(colon + 1 + length);
      // The first message is a greeting.
      if (!Array.isArray(message)) continue;
      const [, number, error, value] = message;
      const response = pending.get(number);
      pending.delete(number);
      if (error) response?.reject(new Error(`${error.error}: ${error.message}`));
      else response?.resolve(value);
    }
  });
  let count = 0;
  const send = (name: string, parameters: object) => {
    const number = ++count;
    const response = Promise.withResolvers<unknown>();
    pending.set(number, response);
    const bytes = Buffer.from(JSON.stringify([0, number, name, parameters]));
    socket.write(`${bytes.length}:`);
    socket.write(bytes);
    return response.promise;
  };
  await send("WebDriver:NewSession", { capabilities: {} });
  return {
    async send<Result>(command: keyof typeof commands, parameters: object = {}) {
      const response = await send(commands[command][2], parameters);
      const isWrapped = response !== null && typeof response === "object" && "value" in response;
      return (isWrapped ? response.value : response) as Result;
    },
    async [Symbol.asyncDispose]() {
      socket.destroy();
      await stop(child);
    },
  };
}

/** WebKit, through its driver, which starts the small browser that comes with it. */
async function startWebKit(environment: NodeJS.ProcessEnv): Promise<WebDriver> {
  const port = await findFreePort();
  const args = [`--port=${port}`];
  const child = spawn("WebKitWebDriver", args, { env: environment, stdio: "ignore" });
  const send = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(method === "POST" ? { body: JSON.stringify(body) } : {}),
    });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
  await waitFor("WebKit", () => send("GET", "/status").catch(() => null));
  const { sessionId } = (await send("POST", "/session", { capabilities: {} })) as {
    sessionId: string;
  };
  const session = `/session/${sessionId}`;
  return {
    async send<Result>(command: keyof typeof commands, parameters: object = {}) {
      const [method, path] = commands[command];
      const { id, ...body } = parameters as { id?: string };
      return (await send(method, session + path.replace("{id}", id ?? ""), body)) as Result;
    },
    async [Symbol.asyncDispose]() {
      await send("DELETE", session).catch(() => {});
      await stop(child);
    },
  };
}

/** The first non-empty result, within half a minute. */
async function waitFor<Result>(
  what: string,
  send: () => Result | Promise<Result>,
): Promise<NonNullable<Result>> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const response = await send();
    if (response) return response;
    await delay(100);
  }
  throw new Error(`${what} did not start`);
}
