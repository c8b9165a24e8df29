import type { Services } from "#server/services.ts";

/** Services of which only the given ones are there; asking for another one fails the test. */
export function servicesWith(given: Partial<Services>): Services {
  return new Proxy(given, {
    get(target, name, receiver) {
      if (name in target) return Reflect.get(target, name, receiver);
      throw new Error(`something asked for services.${String(name)}`);
    },
  }) as Services;
}
