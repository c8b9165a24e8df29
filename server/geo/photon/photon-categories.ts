/** Kinds of places by the names that the hosted provider uses, as OpenStreetMap's tags. */
export const photonCategories: ReadonlyMap<string, string> = new Map([
  ["toilet", "amenity:toilets"],
  ["toilets", "amenity:toilets"],
  ["restroom", "amenity:toilets"],
  ["cafe", "amenity:cafe"],
  ["restaurant", "amenity:restaurant"],
  ["gas_station", "amenity:fuel"],
  ["pharmacy", "amenity:pharmacy"],
  ["hospital", "amenity:hospital"],
  ["parking", "amenity:parking"],
  ["train_station", "railway:station"],
  ["supermarket", "shop:supermarket"],
  ["shopping_mall", "shop:mall"],
  ["park", "leisure:park"],
]);
