import { setTimeout as delay } from "node:timers/promises";
import type { WebDriver } from "./web-driver.ts";

/** Accessible element that a visitor finds by its name. */
type Target = "button" | "link" | "field" | "option" | "choice" | "heading";

/** Selectors of each target. A choice is pressed by its label. */
const selectors: Record<Target, string> = {
  button: "button, summary, [role=button], [role=tab]",
  link: "a[href]",
  field: "input, textarea, select",
  option: "[role=option]",
  choice: "label",
  heading: "h1, h2, h3",
};

/** Time limit of everything that a visitor waits for; the map is drawn in software. */
const patienceMs = 20_000;

const elementKey = "element-6066-11e4-a52e-4f735466cecf";

type Name = string | RegExp;

/** A visitor at a browser: acts on elements by name, and waits for them, as a person does. */
export class Visitor {
  readonly #browser: WebDriver;
  readonly #origin: string;

  constructor(browser: WebDriver, origin: string) {
    this.#browser = browser;
    this.#origin = origin;
  }

  /** Opens a path of the product, or a whole URL, and waits until the page is hydrated. */
  async open(path: string, { hasScript = true } = {}): Promise<void> {
    await this.#browser.send("navigate", { url: new URL(path, this.#origin).href });
    if (hasScript) await this.untilServed();
  }

  /** Waits until React has taken over the heading and the forms (`untilHydrated` of the other tests). */
  async untilServed(): Promise<void> {
    await this.until("the page's script", () => {
      // A static page waits for its visitor.
      const link = document.querySelector("header a");
      link?.dispatchEvent(new Event("pointerover", { bubbles: true }));
      const heading = document.querySelector("h1");
      return (
        document.readyState === "complete" &&
        heading !== null &&
        [heading, ...document.forms].every((element) =>
          Object.keys(element).some((key) => key.startsWith("__reactFiber")),
        )
      );
    });
  }

  /** Presses an element, the one in an open dialog where there is one. */
  async press(target: Target, name: Name): Promise<void> {
    await this.#retry(`${target} ${name}`, async () => {
      const id = await this.#find(target, name);
      if (id) await this.#browser.send("click", { id });
      return id !== null;
    });
  }

  /** Types into the field with this label, replacing its value. */
  async type(label: Name, text: string): Promise<void> {
    await this.#retry(`field ${label}`, async () => {
      const id = await this.#find("field", label);
      if (!id) return false;
      await this.#browser.send("clear", { id });
      await this.#browser.send("type", { id, text });
      return true;
    });
  }

  /** Presses a key where the focus is. */
  async key(value: string): Promise<void> {
    const press = [
      { type: "keyDown", value },
      { type: "keyUp", value },
    ];
    await this.#browser.send("act", { actions: [{ type: "key", id: "keys", actions: press }] });
  }

  /** Presses a point of the window, in CSS pixels. */
  async pressAt(x: number, y: number): Promise<void> {
    const press = [
      { type: "pointerMove", duration: 0, x: Math.round(x), y: Math.round(y) },
      { type: "pointerDown", button: 0 },
      { type: "pointerUp", button: 0 },
    ];
    const mouse = { type: "pointer", id: "mouse", parameters: { pointerType: "mouse" } };
    await this.#browser.send("act", { actions: [{ ...mouse, actions: press }] });
  }

  /** Waits until the page shows a text. */
  async sees(text: Name): Promise<void> {
    await this.until(
      `the text ${text}`,
      hasText,
      text instanceof RegExp ? text.source : text,
      text instanceof RegExp,
    );
  }

  /** Waits until the page shows an element. */
  async seesTarget(target: Target, name: Name): Promise<void> {
    await this.#retry(`${target} ${name}`, async () => (await this.#find(target, name)) !== null);
  }

  /** Waits until the URL has this path and query. */
  async isAt(wanted: Name): Promise<void> {
    await this.#retry(`the address ${wanted}`, async () => {
      const { pathname, search } = new URL(await this.#browser.send<string>("address"));
      const path = pathname + search;
      return wanted instanceof RegExp ? wanted.test(path) : path === wanted;
    });
  }

  /** Waits until a function in the page returns a value that is not false. */
  async until<Given extends unknown[]>(
    what: string,
    script: (...given: Given) => unknown,
    ...given: Given
  ): Promise<void> {
    await this.#retry(what, async () => Boolean(await this.evaluate(script, ...given)));
  }

  /** Evaluates a function in the page. It is sent as text, so it can use only its parameters and the page. */
  evaluate<Given extends unknown[], Result>(
    question: (...given: Given) => Result,
    ...given: Given
  ): Promise<Awaited<Result>> {
    const script = `return (${question}).apply(null, arguments)`;
    return this.#browser.send("run", { script, args: given });
  }

  async #find(target: Target, name: Name): Promise<string | null> {
    const isPattern = name instanceof RegExp;
    const text = isPattern ? name.source : name;
    const found = await this.evaluate(findTarget, selectors[target], text, isPattern);
    return found === null ? null : (found as unknown as Record<string, string>)[elementKey];
  }

  /** Tries until it succeeds; a page that changes meanwhile may make an attempt fail. */
  async #retry(what: string, attempt: () => Promise<boolean>): Promise<void> {
    const deadline = performance.now() + patienceMs;
    let last: unknown = "nothing";
    while (performance.now() < deadline) {
      try {
        if (await attempt()) return;
      } catch (error) {
        last = error;
      }
      await delay(50);
    }
    const shown = await this.evaluate(() => `${location.href}\n${document.body.innerText}`);
    throw new Error(`waited in vain for ${what} (${last}):\n${shown.slice(0, 4_000)}`);
  }
}

/** In the page: whether a text is shown. */
function hasText(text: string, isPattern: boolean): boolean {
  const shown = document.body.innerText.replaceAll(/\s+/g, " ");
  return isPattern ? new RegExp(text).test(shown) : shown.includes(text);
}

/** In the page: the visible element of these with the name, once it does not move. */
async function findTarget(
  selector: string,
  name: string,
  isPattern: boolean,
): Promise<Element | null> {
  const namesOf = (element: Element): string[] => {
    const labels = [...((element as HTMLInputElement).labels ?? [])];
    const named = element.getAttribute("aria-labelledby")?.split(" ") ?? [];
    return [
      element.getAttribute("aria-label"),
      ...named.map((id) => document.getElementById(id)?.textContent),
      ...labels.map((label) => (label as HTMLElement).innerText),
      (element as HTMLElement).innerText,
    ].map((text) => (text ?? "").replaceAll(/\s+/g, " ").trim());
  };
  const isShown = (element: Element) =>
    element.getClientRects().length > 0 && getComputedStyle(element).visibility === "visible";
  const isNamed = (element: Element) =>
    namesOf(element).some((own) => (isPattern ? new RegExp(name).test(own) : own === name));
  const within = document.querySelector("dialog[open]") ?? document;
  const all = [...within.querySelectorAll(selector)];
  const found = all.find((element) => isShown(element) && isNamed(element)) ?? null;
  // At the window's edge the page's bars would cover it.
  found?.scrollIntoView({ block: "center", behavior: "instant" });
  const top = found?.getBoundingClientRect().top;
  await new Promise((resolve) => setTimeout(resolve, 50));
  return found?.getBoundingClientRect().top === top ? found : null;
}
