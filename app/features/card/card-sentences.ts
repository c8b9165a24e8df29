/** What the card says in a language. */
interface CardSentences {
  /** The language's own name. */
  readonly name: string;
  readonly title: string;
  readonly text: string;
}

/** The card in the interface's languages and those of Hungary's neighbours, by ISO 639-1 codes. */
export const cardSentences: Readonly<Record<string, CardSentences>> = {
  hu: {
    name: "Magyar",
    title: "Nem tudok várni.",
    text: "Betegségem miatt azonnal vécére kell mennem. Kérem, engedje meg, hogy használjam az önökét.",
  },
  en: {
    name: "English",
    title: "I cannot wait.",
    text: "Because of an illness I need a toilet right now. Please let me use yours.",
  },
  de: {
    name: "Deutsch",
    title: "Ich kann nicht warten.",
    text: "Wegen einer Krankheit brauche ich sofort eine Toilette. Bitte lassen Sie mich Ihre benutzen.",
  },
  sk: {
    name: "Slovenčina",
    title: "Nemôžem čakať.",
    text: "Pre chorobu potrebujem ihneď toaletu. Dovoľte mi, prosím, použiť vašu.",
  },
  uk: {
    name: "Українська",
    title: "Я не можу чекати.",
    text: "Через хворобу мені негайно потрібен туалет. Будь ласка, дозвольте скористатися вашим.",
  },
  ro: {
    name: "Română",
    title: "Nu pot să aștept.",
    text: "Din cauza unei boli am nevoie imediat de o toaletă. Vă rog să-mi permiteți să o folosesc pe a dumneavoastră.",
  },
  sr: {
    name: "Српски",
    title: "Не могу да чекам.",
    text: "Због болести ми је одмах потребан тоалет. Молим вас, дозволите ми да користим ваш.",
  },
  hr: {
    name: "Hrvatski",
    title: "Ne mogu čekati.",
    text: "Zbog bolesti odmah trebam zahod. Molim vas, dopustite mi da se poslužim vašim.",
  },
  sl: {
    name: "Slovenščina",
    title: "Ne morem čakati.",
    text: "Zaradi bolezni takoj potrebujem stranišče. Prosim, dovolite mi uporabo vašega.",
  },
};

/** Languages of countries, by ISO 3166-1 alpha-2, and of the time zones by which a phone knows where it is. */
const spokenIn: Readonly<Record<string, string>> = {
  ...{ HU: "hu", "Europe/Budapest": "hu" },
  ...{ AT: "de", DE: "de", CH: "de", LI: "de" },
  ...{ "Europe/Vienna": "de", "Europe/Berlin": "de", "Europe/Zurich": "de", "Europe/Vaduz": "de" },
  ...{ SK: "sk", "Europe/Bratislava": "sk" },
  ...{ UA: "uk", "Europe/Kyiv": "uk", "Europe/Kiev": "uk" },
  ...{ RO: "ro", MD: "ro", "Europe/Bucharest": "ro", "Europe/Chisinau": "ro" },
  ...{ RS: "sr", "Europe/Belgrade": "sr" },
  ...{ HR: "hr", "Europe/Zagreb": "hr" },
  ...{ SI: "sl", "Europe/Ljubljana": "sl" },
};

/** Language of the card where one stands; English elsewhere. @param place country or time zone */
export function cardLanguageOf(place: string): string {
  return spokenIn[place] ?? "en";
}
