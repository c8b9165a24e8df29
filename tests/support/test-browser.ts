import type { Caller } from "#server/accounts/caller.ts";

/** A browser with its own cookies, as far as accounts are concerned. */
export class TestBrowser {
  readonly cookies = new Map<string, string>();
  readonly #clientAddress: string;

  constructor(clientAddress = "192.0.2.1") {
    this.#clientAddress = clientAddress;
  }

  /** The browser's next request. */
  get caller(): Caller {
    const headers = new Headers();
    if (this.cookies.size > 0) headers.set("Cookie", this.cookieHeader);
    return { headers, clientAddress: this.#clientAddress, language: "hu" };
  }

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  /** Takes over what an answer sets; gives the answer back. */
  keep<Answer extends object>(answer: Answer): Answer {
    const lines = "setCookies" in answer ? (answer.setCookies as readonly string[]) : [];
    for (const line of lines) {
      const [pair, ...attributes] = line.split(";");
      const name = pair.slice(0, pair.indexOf("="));
      if (attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute))) {
        this.cookies.delete(name);
      } else this.cookies.set(name, pair.slice(name.length + 1));
    }
    return answer;
  }
}
