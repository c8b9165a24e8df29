import { type APIRequestContext, type APIResponse, expect } from "@playwright/test";
import {
  type Document,
  type HTMLButtonElement,
  type HTMLInputElement,
  type HTMLSelectElement,
  type HTMLTextAreaElement,
  Window,
} from "happy-dom";

type Part = Pick<Document, "querySelectorAll">;
type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const inHungarian = { "Accept-Language": "hu" };

/** What is typed into a form, by the names of its controls; null where a box is not ticked. */
type Typed = Readonly<Record<string, string | readonly string[] | null>>;

/**
 * A visitor without script, as far as that is links, forms and redirects: pages are read as the server sends them, no
 * browser draws them. Every control that is typed into, and every answer that is chosen, has to be in the form.
 */
export class PlainVisitor {
  readonly #request: APIRequestContext;
  #page = new Window().document;
  /** Address of the page. */
  url = new URL("about:blank");
  status = 0;

  constructor(request: APIRequestContext) {
    this.#request = request;
  }

  get page(): Document {
    return this.#page;
  }

  /** Text of the page's main part. */
  get main(): string {
    return textOf(this.#page.querySelector("main"));
  }

  async open(path: string, headers?: Record<string, string>): Promise<this> {
    return this.#show(await this.#request.get(path, { headers: { ...inHungarian, ...headers } }));
  }

  /** Follows a link of the page by its words, or a part of them. */
  async follow(words: string): Promise<this> {
    const links = [...this.#page.querySelectorAll("a[href]")];
    const link =
      links.find((one) => nameOf(one) === words) ??
      links.find((one) => nameOf(one).includes(words));
    if (!link) throw new Error(`no link ${words} on ${this.url}`);
    return this.open(new URL(link.getAttribute("href") ?? "", this.url).href);
  }

  /** Presses a button of a form, by its name or the beginning of that, in the page or in a part of it. */
  async press(name: string, typed: Typed = {}, within: Part = this.#page): Promise<this> {
    const buttons = [...within.querySelectorAll("button")] as HTMLButtonElement[];
    const named = buttons.filter((one) => one.closest("form"));
    const button =
      named.find((one) => nameOf(one) === name) ??
      named.find((one) => nameOf(one).startsWith(name));
    const form = button?.closest("form");
    if (!button || !form) throw new Error(`no button ${name} on ${this.url}: ${named.map(nameOf)}`);
    const fields = new URLSearchParams();
    const open = new Map(Object.entries(typed));
    for (const control of form.querySelectorAll("input, select, textarea")) {
      for (const value of valuesOf(control as Control, typed)) {
        fields.append((control as Control).name, value);
        open.delete((control as Control).name);
      }
    }
    const missing = [...open].filter(([, value]) => value !== null).map(([key]) => key);
    expect(missing, `controls of ${name} on ${this.url}`).toEqual([]);
    if (button.name !== "") fields.append(button.name, button.value);
    const target = button.getAttribute("formaction") ?? form.getAttribute("action") ?? "";
    const action = new URL(target, this.url);
    if (form.getAttribute("method")?.toLowerCase() !== "post") {
      return this.open(`${action.origin}${action.pathname}?${fields}`);
    }
    const headers = {
      ...inHungarian,
      Origin: this.url.origin,
      "Content-Type": "application/x-www-form-urlencoded",
    };
    return this.#show(await this.#request.post(action.href, { data: fields.toString(), headers }));
  }

  async #show(response: APIResponse): Promise<this> {
    const { document } = new Window();
    const html = await response.text();
    // The parser would load them.
    document.write(html.replaceAll(/<link [^>]*rel="preload"[^>]*>/g, ""));
    this.#page = document;
    this.url = new URL(response.url());
    this.status = response.status();
    return this;
  }
}

/** What a control sends: what it holds, or what is typed into it. */
function valuesOf(control: Control, typed: Typed): readonly string[] {
  const { name, type } = control;
  if (name === "" || control.disabled || type === "submit") return [];
  const given = typed[name];
  if (type !== "radio" && type !== "checkbox")
    return [given === undefined ? control.value : String(given ?? "")];
  const { checked, value } = control as HTMLInputElement;
  const isChosen = given === undefined ? checked : given !== null && [given].flat().includes(value);
  return isChosen ? [value] : [];
}

function nameOf(element: {
  readonly textContent: string;
  getAttribute(name: string): string | null;
}) {
  return element.getAttribute("aria-label") ?? textOf(element);
}

/** An element's text, with single spaces. */
export function textOf(element: { readonly textContent: string } | null): string {
  return (element?.textContent ?? "").replaceAll(/[\s\u00a0\u202f]+/g, " ").trim();
}

/** What a page tells search engines. */
export function structuredDataOf(document: Document) {
  const data = document.querySelector('script[type="application/ld+json"]')?.textContent;
  return JSON.parse(data ?? "null");
}

/** A page as the server sends it: no browser looks at it, and none of its scripts runs. */
export async function readPage(
  request: APIRequestContext,
  path: string,
  { headers, status = 200 }: { headers?: Record<string, string>; status?: number } = {},
): Promise<Document> {
  const visitor = await new PlainVisitor(request).open(path, headers);
  expect(visitor.status, path).toBe(status);
  return visitor.page;
}
