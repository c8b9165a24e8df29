import type { ColumnMeaning } from "#domain/source-list/column-mapping.ts";
import { nameKey } from "#domain/text/search-key.ts";

/**
 * Names of columns by what they mean, in Hungarian, English, German and French, and in the published schemas: the Local
 * Government Association's public toilets, OpenCouncilData toilets 1.2, the open data of Vienna, Paris (sanisettes) and
 * Berlin, and Australia's National Public Toilet Map. Names are in the form of {@link headerKey}, with `|` between them;
 * the more certain stand first, in the order in which columns are preferred.
 */
const names: Readonly<Record<ColumnMeaning, string>> = {
  latitude:
    "latitude|lat|y|geo y|geoy|northing|northings|grid ref y|point y|y coord|y coordinate|coord y|breite|breitengrad|geo breite|geographische breite|hochwert|szelesseg|foldrajzi szelesseg|eov x|latitude wgs84|geo lat|geopoint lat|geo point 2d lat|location lat|location latitude|gps lat|gps latitude|coordonnees y",
  longitude:
    "longitude|lon|lng|long|x|geo x|geox|easting|eastings|grid ref x|point x|x coord|x coordinate|coord x|lange|laenge|langengrad|laengengrad|geo lange|geo laenge|geographische lange|rechtswert|hosszusag|foldrajzi hosszusag|eov y|longitude wgs84|geo lon|geo lng|geo point 2d lon|location lon|location lng|location longitude|gps lon|gps lng|gps longitude|coordonnees x",
  position:
    "geo point 2d|geo point|geopoint|shape|wkt|geom|the geom|geometry|geo shape|coordinates|coordinate|koordinaten|koordinata|koordinatak|gps|gps koordinata|gps koordinatak|gps coordinates|lat lon|lat lng|lat long|latlng|latlong|latitude longitude|position|pozicio|coordonnees|coordonnees geographiques|location wgs84|standort wkt|point",
  coordinate_system:
    "coordinate reference system|crs|srid|epsg|coordinate system|koordinatensystem|bezugssystem|vetulet|vetuleti rendszer|koordinata rendszer|systeme de coordonnees",
  key: "id|no|wc id|lavatory id|toilet id|facility id|key|ref|reference|asset id|asset number|nr|nummer|lfd nr|laufende nummer|wc nr|anlagennummer|azonosito|kulcs azonosito|sorszam|ssz|kod|identifiant|numero|gid|objectid|object id|globalid|fid|uprn|unique id|record id|recordid",
  in_use:
    "aktiv|active|in use|in betrieb|status|state|statut|statusz|allapot|mukodik|uzemel|operational|en service|aktiv txt|betriebsstatus|betriebszustand|closed|geschlossen|ferme|zarva|megszunt|ausser betrieb|hors service|out of order",
  name: "name|toilet name|facility name|site name|site|title|nev|megnevezes|elnevezes|wc neve|bezeichnung|standortname|titel|nom|intitule|label|lavatory name|venue",
  address:
    "address|location|full address|street address|location text|location|adresse|anschrift|cim|pontos cim|teljes cim|helyszin|adresse complete|standort|address1|address 1|address line 1|postal address|where|lage|lieu|emplacement",
  street: "street|street name|road|strasse|strassenname|utca|kozterulet|kozterulet neve|rue|voie",
  house_number: "house number|number|hausnummer|haus nr|hausnr|hazszam|numero de rue|street number",
  postcode:
    "postcode|post code|postal code|zip|zip code|plz|postleitzahl|iranyitoszam|irsz|code postal",
  city: "city|town|ort|stadt|gemeinde|telepules|varos|helyseg|commune|ville|locality|suburb town",
  inside:
    "inside|building|gebaude|gebaeude|epulet|intezmeny|batiment|host|venue name|facility|objekt|einrichtung",
  level: "level|floor|storey|etage|stockwerk|geschoss|emelet|szint|niveau",
  operator:
    "operator|managed by|manager|operated by|maintained by|provider|owner|betreiber|betrieben von|uzemelteto|kezelo|fenntarto|tulajdonos|exploitant|gestionnaire|gestionnaire exploitant",
  website:
    "website|web|url|link|info url|homepage|webseite|internet|honlap|weboldal|site web|url fiche equipement|weitere informationen|further information url|information",
  hours:
    "opening hours|openinghours|hours|opening times|opening time|open hours|times|open|oeffnungszeit|offnungszeit|oeffnungszeiten|offnungszeiten|geoffnet|nyitvatartas|nyitva tartas|nyitvatartasi ido|nyitva|horaire|horaires|horaires d ouverture|heures d ouverture|hours of opening|week open|week close|sat open|sat close|sun open|sun close|opens|closes|open time|close time|closing time|24hrs access|24 hours|24h|24 7|open 24 hours|is open 24 hours|24 stunden|24 ora|monday|tuesday|wednesday|thursday|friday|saturday|sunday|weekdays|weekend|weekends|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|werktags|wochenende|hetfo|kedd|szerda|csutortok|pentek|szombat|vasarnap|hetkoznap|hetvege|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche",
  restrictions:
    "restrictions|restriction|einschrankungen|einschraenkungen|einschrankung|einschraenkung|opening hours note|season|saison|szezon|korlatozas|korlatozasok|seasonal|exceptions",
  price:
    "price|charge|charge amount|cost|cost charge|fee|fees|payment required|preis|gebuhr|gebuehr|kosten|entgelt|nutzungsentgelt|nutzungsgebuhr|ar|dij|hasznalati dij|dijszabas|belepo|prix|tarif|cout|fee amount|price eur|price gbp|price huf|free|free of charge|is free|ingyenes|dijmentes|kostenlos|gratis|gratuit|fizetos|kostenpflichtig|payant|paid|is paid",
  access:
    "access|who can use|zugang|zuganglichkeit|hozzaferes|hasznalhatja|acces|key required|nutzer|availability",
  accessible:
    "accessible|accessible category|accessible toilet|accessible toilets|wheelchair|wheelchair access|wheelchair accessible|disabled|disabled access|disabled facilities|disabled toilet|disabled toilets|is handicapped accessible|handicapped accessible|barrierefrei|barrierefreiheit|rollstuhl|rollstuhlgerecht|rollstuhltauglich|behindertengerecht|behinderten wc|akadalymentes|akadalymentesitett|akadalymentesseg|kerekesszekes|mozgaskorlatozott|mozgaskorlatozottak|acces pmr|pmr|accessible pmr|accessibilite|accessibilite pmr|handicap",
  changing_table:
    "baby change|baby changing|baby changing facilities|baby changing facility|babychange|changing table|has changing table|baby facil|baby facilities|nappy change|diaper|diaper change|wickeltisch|wickelraum|wickelmoglichkeit|wickelmoeglichkeit|wickelplatz|pelenkazo|pelenkazoval|babapelenkazo|relais bebe|table a langer|change bebe",
  changing_place:
    "changing place|changing places|changing places toilet|adult change|adult changing|toilette fur alle|toilette fuer alle|felnott pelenkazo",
  radar_key: "radar key|radar key needed|radar|radar key required|radarkey|national key scheme|nks",
  euro_key:
    "euro key|eurokey|euroschlussel|euroschluessel|euro schlussel|euro wc schlussel|eurokulcs|euro kulcs|cle euro",
  audience:
    "category|toilet category|gender|genders|kategorie|geschlecht|kategoria|nem|nemek|genre|type|typ|tipus|facility type",
  women: "female|women|ladies|womens|damen|frauen|noi|noi wc|femmes|femme|dames",
  men: "male|men|gents|mens|herren|manner|maenner|ferfi|ferfi wc|hommes|homme",
  all_genders:
    "unisex|all gender|all genders|allgender|gender neutral|unisex wc|mixte|nemfuggetlen",
  urinals: "urinal|urinals|has urinal|pissoir|pissoirs|vizelde|piszoar|urinoir|urinoirs",
  attended:
    "attended|staffed|full time staffing|attendant|personalbetreuung|personal|betreut|felugyelt|felugyelet|gardiennage|surveille",
  shower: "shower|showers|dusche|duschen|zuhany|zuhanyzo|douche|douches",
  drinking_water: "drinking water|drink tap|trinkwasser|ivoviz|eau potable",
  payment:
    "payment|payment method|payment methods|payment type|zahlungsart|zahlungsmoglichkeit|fizetes|fizetesi mod|fizetesi modok|paiement|moyen de paiement|can be payed with coins|can be payed in app|can be payed with nfc|can be payed with card|card payment|cash payment|contactless",
  equipment:
    "equipment|facilities|amenities|ausstattung|ausstattungen|felszereltseg|equipement|equipements|services|features",
  comment:
    "comment|comments|description|note|notes|remark|remarks|additional info|additional information|info|details|more information|access note|access cmt|toilet note|address note|baby change note|bemerkung|bemerkungen|anmerkung|anmerkungen|hinweis|hinweise|ortsangabe|beschreibung|zusatz|zusatzinfo|megjegyzes|megjegyzesek|leiras|egyeb|commentaire|commentaires|remarque|remarques|observation|observations|community scheme name|location description|directions",
  none: "extract date|organisation uri|organisation label|service type uri|service type label|geo point licensing url|report email|report tel|geo area uri|geo area label|automatic public convenience|part of community scheme|family toilet|se anno cad data|icon|icon txt|kontakt|contact|phone|telephone|tel|telefon|email|e mail|abteilung|bezirk|kerulet|arrondissement|country|land|orszag|pays|state region|region|area|ward|district|parking|parking accessible|parking note|mlak24|mlak after hours|ambulant|lh transfer|rh transfer|byo sling|ac shower|ac minimum|mens pad disposal|needle bin|sharps disposal|acmlak|adult change note|baby care room|dp washout|dp after hours|dump point note|model typ|sanitary disposal|dump point|dump point washout|label id|is owned by wall|date|last updated|modified|created|created at|updated at|datum|geo shape type|image|photo|foto|bild|toilets",
};

interface NamedMeaning {
  readonly meaning: ColumnMeaning;
  /** Place among the meaning's names: the lower, the more certain. */
  readonly rank: number;
  /** Whether the header is a name of the meaning, and not only contains one. */
  readonly isSure: boolean;
}

const named: readonly (readonly [name: string, found: NamedMeaning])[] = (
  Object.entries(names) as [ColumnMeaning, string][]
).flatMap(([meaning, list]) =>
  list.split("|").map((name, rank) => [name, { meaning, rank, isSure: true }] as const),
);
/** Names as they are, and of those of several words as one: portals write `babychange`. */
const meaningByName: ReadonlyMap<string, NamedMeaning> = new Map([
  ...named.map(([name, found]) => [name.replaceAll(" ", ""), found] as const),
  ...named,
]);

/** Names that may be a part of a header, the longest first. */
const partNames = named
  .filter(([name]) => name.length >= 5)
  .sort(([one], [other]) => other.length - one.length);

/** Maximum length of a header, in UTF-16 code units. */
export const maxHeaderLength = 200;

/** Meaning of a column by its header: a name of the table, with or without a remark in parentheses, or a part of it. */
export function meaningOfHeader(header: string): NamedMeaning | null {
  if (header.length > maxHeaderLength) return null;
  const key = headerKey(header);
  const found =
    meaningByName.get(key) ?? meaningByName.get(headerKey(header.replace(/\(.*\)/, "")));
  if (found) return found;
  const part = partNames.find(([name]) => ` ${key} `.includes(` ${name} `))?.[1];
  return part ? { ...part, rank: part.rank + 1000, isSure: false } : null;
}

/** Words of a header: `RADARKeyNeeded` is 'radar key needed', `geo_point_2d.lon` is 'geo point 2d lon'. */
export function headerKey(header: string): string {
  return nameKey(wordsOf(header));
}

/** Header as words for people: `BabyChangingFacilities` is 'Baby changing facilities', `AUSSTATTUNG` 'Ausstattung'. */
export function labelOf(header: string): string {
  const words = wordsOf(header).replaceAll("_", " ").trim();
  const isShouted = words === words.toUpperCase();
  const plain =
    isShouted || words !== header
      ? words.replaceAll(/\p{Lu}+/gu, (part) =>
          isShouted || part.length === 1 ? part.toLowerCase() : part,
        )
      : words;
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

function wordsOf(header: string): string {
  return header
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/([A-Z]{2,})([A-Z][a-z])/g, "$1 $2");
}
