import type { PlaceIndex } from "#domain/place-index/place-index.ts";
import type { Database } from "#server/database/connect.ts";
import type { NotifyContributor } from "#server/mail/mails-to-contributors.ts";

type UseCases<Deps, Result = unknown> = Readonly<
  Record<string, (deps: Deps, ...args: never[]) => Result>
>;

type Bound<Cases> = {
  readonly [Name in keyof Cases]: Cases[Name] extends (
    deps: never,
    ...args: infer Args
  ) => infer Result
    ? (...args: Args) => Result
    : never;
};

/** Use cases with their first parameter filled in. */
export function bind<Deps, Cases extends UseCases<Deps>>(deps: Deps, cases: Cases): Bound<Cases> {
  return Object.fromEntries(
    Object.entries(cases).map(([name, useCase]) => [name, useCase.bind(null, deps)]),
  ) as Bound<Cases>;
}

/** Dependencies of the use cases that write. */
export interface WriteDeps {
  readonly database: Database;
  readonly placeIndex: PlaceIndex;
  readonly now: () => Date;
  readonly notifyContributor: NotifyContributor;
  /** Records a write of the request, and resolves once the place index of this process includes it. */
  readonly publish: () => Promise<void>;
}

/** Use cases that change what visitors see: as {@link bind}, and each is published where it succeeds. */
export function bindWrites<Cases extends UseCases<WriteDeps, Promise<{ readonly ok: boolean }>>>(
  deps: WriteDeps,
  cases: Cases,
): Bound<Cases> {
  const entries = Object.entries(cases).map(([name, write]) => {
    const writeAndPublish = async (...args: never[]) => {
      const result = await write(deps, ...args);
      if (result.ok) await deps.publish();
      return result;
    };
    return [name, writeAndPublish];
  });
  return Object.fromEntries(entries) as Bound<Cases>;
}
