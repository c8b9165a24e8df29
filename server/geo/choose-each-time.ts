import type { Geo } from "./geo.ts";

/** The levels that are in force when a question is asked: an import may change them at any time. */
export function chooseEachTime(choose: () => Promise<Geo>): Geo {
  return {
    suggest: async (...question) => (await choose()).suggest(...question),
    retrieve: async (...question) => (await choose()).retrieve(...question),
    search: async (...question) => (await choose()).search(...question),
    category: async (...question) => (await choose()).category(...question),
    reverse: async (...question) => (await choose()).reverse(...question),
    directions: async (...question) => (await choose()).directions(...question),
    staticImage: async (...question) => (await choose()).staticImage(...question),
    correct: async (...question) => (await choose()).correct(...question),
  };
}
