import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LaunchOptions } from "@playwright/test";
import { expect } from "./test.ts";

/**
 * Longest wait. The page registers its worker after six seconds, and the worker then loads some hundred files, three
 * at once: 2 seconds on a quiet machine, over half a minute beside twenty busy processes.
 */
const waitLimitMs = 240_000;

/**
 * A page of a Chromium of its own, whose workers nobody watches. Playwright watches every worker, and a service
 * worker with a debugger does not hand over to the next one as it does for a visitor.
 */
export class LonePage implements AsyncDisposable {
  readonly #browser: ChildProcess;
  readonly #socket: WebSocket;
  readonly #folder: string;
  #calls = 0;

  private constructor(browser: ChildProcess, socket: WebSocket, folder: string) {
    this.#browser = browser;
    this.#socket = socket;
    this.#folder = folder;
  }

  static async open({ executablePath = "", env, args = [] }: LaunchOptions): Promise<LonePage> {
    const folder = mkdtempSync(join(tmpdir(), "mosdo-lone-page-"));
    const own = ["--headless", "--remote-debugging-port=0", `--user-data-dir=${folder}`];
    const browser = spawn(executablePath, [...args, ...own, "about:blank"], {
      env: env as NodeJS.ProcessEnv,
      stdio: ["ignore", "ignore", "pipe"],
    });
    const origin = `http://${await debuggerOf(browser)}`;
    const pages = await (await fetch(`${origin}/json/list`)).json();
    const [page] = pages.filter(({ type }: { type: string }) => type === "page");
    const socket = new WebSocket(page.webSocketDebuggerUrl);
    await once(socket, "open");
    return new LonePage(browser, socket, folder);
  }

  /** Opens an address. It does not wait for the page. */
  async goto(url: string): Promise<void> {
    await this.#send("Page.navigate", { url });
  }

  /** Asks the page. The function is sent as text: it knows its parameters and the page only. */
  async request<Given extends unknown[], Result>(
    input: (...given: Given) => Result,
    ...given: Given
  ): Promise<Awaited<Result>> {
    const expression = `(${input})(...${JSON.stringify(given)})`;
    const options = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await this.#send("Runtime.evaluate", options);
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description);
    return result.value;
  }

  /** Waits until a question has an answer; a page that is on its way has none. */
  async until<Given extends unknown[]>(
    input: (...given: Given) => unknown,
    ...given: Given
  ): Promise<void> {
    try {
      const request = () => this.request(input, ...given).catch(() => null);
      await expect.poll(request, { timeout: waitLimitMs }).toBeTruthy();
    } catch (cause) {
      const shown = await this.request(() => `${location.href}\n${document.body?.innerText}`);
      throw new Error(`waited in vain for ${input}:\n${shown.slice(0, 2_000)}`, { cause });
    }
  }

  // biome-ignore lint/suspicious/noExplicitAny: answers of the debugger's protocol have no types here
  async #send(method: string, params: object): Promise<any> {
    const id = ++this.#calls;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const listen = ({ data }: MessageEvent) => {
      const message = JSON.parse(data);
      if (message.id !== id) return;
      this.#socket.removeEventListener("message", listen);
      if (message.error) reject(new Error(message.error.message));
      else resolve(message.result);
    };
    this.#socket.addEventListener("message", listen);
    this.#socket.send(JSON.stringify({ id, method, params }));
    return promise;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket.close();
    this.#browser.kill("SIGKILL");
    await once(this.#browser, "exit");
    // Its child processes end by themselves, and may still write.
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** Host and port of the debugger, which the browser names as it starts. */
async function debuggerOf(browser: ChildProcess): Promise<string> {
  let announced = "";
  for await (const chunk of browser.stderr ?? []) {
    announced += chunk;
    const [, host] = /DevTools listening on ws:\/\/([^/]+)/.exec(announced) ?? [];
    if (host !== undefined) return host;
  }
  throw new Error(`the browser has ended:\n${announced}`);
}
