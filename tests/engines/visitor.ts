import { setTimeout as delay } from "node:timers/promises";
import type { WebDriver } from "./web-driver.ts";

/** What a visitor looks for by its name. */
type Part = "button" | "link" | "field" | "option" | "choice" | "heading";

/** Where each part may be in the page. A choice is pressed by its label. */
const selectors: Record<Part, string> = {
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

/** A visitor at a browser: does by name what a person does, and waits as a person does. */
export class Visitor {
  readonly #browser: WebDriver;
  readonly #origin: string;

  constructor(browser: WebDriver, origin: string) {
    this.#browser = browser;
    this.#origin = origin;
  }

  /** Opens an address of the product, or a whole one, and waits until the page's script serves it. */
  async open(address: string, { hasScript = true } = {}): Promise<void> {
    await this.#browser.send("navigate", { url: new URL(address, this.#origin).href });
    if (hasScript) await this.untilServed();
  }

  /** Waits until React has taken over the heading and the forms (`untilHydrated` of the other tests). */
  async untilServed(): Promise<void> {
    await this.until("the page's script", () => {
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

  /** Presses a part, the one in an open dialog where there is one. */
  async press(part: Part, name: Name): Promise<void> {
    await this.#retry(`${part} ${name}`, async () => {
      const id = await this.#find(part, name);
      if (id) await this.#browser.send("click", { id });
      return id !== null;
    });
  }

  /** Types into the field with this label, in place of what it holds. */
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

  /** Waits until the page shows a part. */
  async seesPart(part: Part, name: Name): Promise<void> {
    await this.#retry(`${part} ${name}`, async () => (await this.#find(part, name)) !== null);
  }

  /** Waits until the address's path and query are as wanted. */
  async isAt(wanted: Name): Promise<void> {
    await this.#retry(`the address ${wanted}`, async () => {
      const { pathname, search } = new URL(await this.#browser.send<string>("address"));
      const address = pathname + search;
      return wanted instanceof RegExp ? wanted.test(address) : address === wanted;
    });
  }

  /** Waits until a question of the page's own has an answer that is not false. */
  async until<Given extends unknown[]>(
    what: string,
    question: (...given: Given) => unknown,
    ...given: Given
  ): Promise<void> {
    await this.#retry(what, async () => Boolean(await this.ask(question, ...given)));
  }

  /** Asks the page. The function is sent as text: it knows its parameters and the page only. */
  ask<Given extends unknown[], Answer>(
    question: (...given: Given) => Answer,
    ...given: Given
  ): Promise<Awaited<Answer>> {
    const script = `return (${question}).apply(null, arguments)`;
    return this.#browser.send("run", { script, args: given });
  }

  async #find(part: Part, name: Name): Promise<string | null> {
    const isPattern = name instanceof RegExp;
    const text = isPattern ? name.source : name;
    const found = await this.ask(findPart, selectors[part], text, isPattern);
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
    const shown = await this.ask(() => `${location.href}\n${document.body.innerText}`);
    throw new Error(`waited in vain for ${what} (${last}):\n${shown.slice(0, 4_000)}`);
  }
}

/** In the page: whether a text is shown. */
function hasText(text: string, isPattern: boolean): boolean {
  const shown = document.body.innerText.replaceAll(/\s+/g, " ");
  return isPattern ? new RegExp(text).test(shown) : shown.includes(text);
}

/** In the page: the visible element of these that has the name, once it stands still. */
async function findPart(
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
