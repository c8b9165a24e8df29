/** Kind of landmark that a search finds, one of `domain/map/landmarks.ts`. */
export type SearchedLandmark = keyof typeof landmarkScores;

/**
 * Landmarks that the address search of an extract finds (docs/product#landmarks), each with its score in powers of ten
 * of population: of two names the better known comes first. Their names are messages (`landmark.json`).
 */
export const landmarkScores = {
  subway: 0.5,
  station: 0.8,
  halt: 0.5,
  tram_stop: -0.5,
  bus_station: 0.5,
  ferry_terminal: 0.5,
  aerodrome: 0.8,
  castle: 0.5,
  museum: 0.5,
  theatre: 0.3,
  library: 0.2,
  place_of_worship: 0,
  townhall: 0.3,
  university: 0.5,
  college: 0.2,
  school: 0,
  hospital: 0.5,
  pharmacy: 0,
  stadium: 0.5,
  department_store: 0.5,
  mall: 0.5,
  marketplace: 0.3,
  supermarket: 0,
  zoo: 0.5,
  cinema: 0.2,
  hotel: 0,
  park: 0,
  beach: 0.2,
  rest_area: 0,
  services: 0.2,
  attraction: 0.3,
};

export function isSearchedLandmark(text: string): text is SearchedLandmark {
  return Object.hasOwn(landmarkScores, text);
}
