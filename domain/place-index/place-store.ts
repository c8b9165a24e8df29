import type { CityDictionary } from "./city-dictionary.ts";
import type { PlaceColumns } from "./place-columns.ts";
import type { PlaceOrders } from "./place-orders.ts";
import type { ScheduleDictionary } from "./schedule-dictionary.ts";

/** All that the index keeps: about 50 bytes a place, and the dictionaries that places share. */
export interface PlaceStore {
  columns: PlaceColumns;
  orders: PlaceOrders;
  cities: CityDictionary;
  schedules: ScheduleDictionary;
}
