/** A label of a lake: names in Hungarian, English and German, the point where it stands, and from which zoom on. */
export const lakeLabels = [
  { hu: "Balaton", en: "Lake Balaton", de: "Plattensee", position: [17.74, 46.85], zoom: 7 },
  { hu: "Fertő", en: "Lake Neusiedl", de: "Neusiedler See", position: [16.76, 47.84], zoom: 8 },
  { hu: "Velencei-tó", en: "Lake Velence", de: "Velencer See", position: [18.6, 47.21], zoom: 9 },
  { hu: "Tisza-tó", en: "Lake Tisza", de: "Theiß-See", position: [20.68, 47.61], zoom: 9 },
] as const;
