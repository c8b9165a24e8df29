type UseCases<Deps> = Readonly<Record<string, (deps: Deps, ...args: never[]) => unknown>>;

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
