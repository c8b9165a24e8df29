import type { Database } from "#server/database/connect.ts";
import { addTestAdministrator, testAdministrator } from "#tests/support/accounts/add-account.ts";
import { startTestServer, type TestServer } from "#tests/support/test-server.ts";
import { type PermissionScene, setPermissionScene } from "./permission-scene.ts";

/** Viewers, each with a browser of its own. */
export type Asker = "visitor" | "user" | "moderator" | "administrator" | "expired session";

/** Request as a browser sends it. */
export interface BrowserRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: object;
  /** Sent as a plain form is. */
  readonly form?: Record<string, string>;
}

export interface BrowserResponse {
  readonly status: number;
  readonly text: string;
}

const password = "Mosdo-2026!";

/** Running product, on a database of the test, with one browser for each asker: real sign-ins, real cookies. */
export class PermissionWorld implements AsyncDisposable {
  readonly #server: TestServer;
  readonly #database: Database;
  readonly #cookies = new Map<Asker, string>();
  readonly #accountIds = new Map<Asker, string>();
  readonly #scenesToRead = new Map<string, Promise<PermissionScene>>();

  private constructor(server: TestServer) {
    this.#server = server;
    this.#database = server.db.database;
  }

  /** @param settings of the operator, beside those of every test */
  static async open(settings: Record<string, string> = {}): Promise<PermissionWorld> {
    const server = await startTestServer({
      settings: async ({ db }) => {
        await addTestAdministrator(db.database);
        return { ADMIN_USER_ID: testAdministrator.id, ...settings };
      },
    });
    const world = new PermissionWorld(server);
    await world.#signEveryoneIn();
    return world;
  }

  /** Scene of a call: new each time, so that one call does not influence another. */
  setScene(asker: Asker): Promise<PermissionScene> {
    return setPermissionScene(this.#database, this.#accountIds.get(asker) ?? null);
  }

  /** Scene of calls that only read, one for all calls of a permission by the same asker. */
  sceneToRead(asker: Asker, permission: string): Promise<PermissionScene> {
    const key = `${asker}, ${permission}`;
    const scene = this.#scenesToRead.get(key) ?? this.setScene(asker);
    this.#scenesToRead.set(key, scene);
    return scene;
  }

  async send(
    asker: Asker,
    { method = "GET", path, headers, json, form }: BrowserRequest,
  ): Promise<BrowserResponse> {
    const cookie = this.#cookies.get(asker);
    const response = await fetch(new URL(path, this.#server.origin), {
      method,
      redirect: "manual",
      headers: {
        Origin: this.#server.origin,
        ...(cookie && { Cookie: cookie }),
        ...headers,
        ...(json && { "Content-Type": "application/json" }),
      },
      body: json ? JSON.stringify(json) : form && new URLSearchParams(form),
    });
    return { status: response.status, text: await response.text() };
  }

  async #signEveryoneIn(): Promise<void> {
    await this.#signIn("administrator", "/login", testAdministrator);
    for (const asker of ["user", "moderator", "expired session"] as const) {
      const email = `${asker.replace(" ", "-")}@example.org`;
      const form = { email, password, confirmation: password, terms: "1" };
      await this.#signIn(asker, "/register", form);
    }
    await this.#database
      .updateTable("account")
      .set({ moderator_since: new Date() })
      .where("id", "=", this.#accountIds.get("moderator") ?? "")
      .execute();
    await this.#database
      .updateTable("session")
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .where("account_id", "=", this.#accountIds.get("expired session") ?? "")
      .execute();
  }

  async #signIn(asker: Asker, path: string, form: Record<"email" | "password", string>) {
    const response = await fetch(new URL(path, this.#server.origin), {
      method: "POST",
      redirect: "manual",
      headers: { Origin: this.#server.origin },
      body: new URLSearchParams(form),
    });
    const cookies = response.headers.getSetCookie().map((line) => line.split(";", 1)[0]);
    if (response.status !== 302 || cookies.length === 0) {
      throw new Error(`${asker} could not sign in: ${response.status}`);
    }
    this.#cookies.set(asker, cookies.join("; "));
    const account = this.#database.selectFrom("account").select("id");
    const { id } = await account.where("email", "=", form.email).executeTakeFirstOrThrow();
    this.#accountIds.set(asker, id);
  }

  [Symbol.asyncDispose](): PromiseLike<void> {
    return this.#server[Symbol.asyncDispose]();
  }
}
