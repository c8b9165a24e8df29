/**
 * Further names under which visitors search for a place: older German and Latin-letter names, parts
 * for the whole, short forms. By country and the English name of `settlementNames`. The map never
 * shows them; the names in use today are in `city-names.ts`.
 */
const rows = `
HU Budapest = Bp | Bpest | Buda | Pest | Ofen | Ofen-Pest | Budapesta | Budapešť
HU Győr = Raab
HU Pécs = Fünfkirchen
HU Sopron = Ödenburg
HU Székesfehérvár = Stuhlweißenburg | Fehérvár | Szfvár | Szfehérvár
HU Szombathely = Steinamanger
HU Kőszeg = Güns
HU Mosonmagyaróvár = Wieselburg | Ungarisch Altenburg | Magyaróvár
HU Esztergom = Gran
HU Vác = Waitzen
HU Eger = Erlau
HU Szeged = Szegedin | Segedin
HU Debrecen = Debrezin
HU Komárom = Komorn
HU Tata = Totis
HU Szentgotthárd = Sankt Gotthard
HU Nagykanizsa = Großkanizsa | Kanizsa
HU Baja = Frankenstadt
HU Mohács = Mohatsch
HU Bonyhád = Bonnhard
HU Gyula = Jula
HU Dunaújváros = Sztálinváros
HU Tiszaújváros = Leninváros
HU Budaörs = Wudersch
HU Pilisvörösvár = Werischwar
HU Szentendre = Sankt Andrä
HU Visegrád = Plintenburg
HU Fertőd = Eszterháza | Esterházy
HU Fertőrákos = Kroisbach
HU Hódmezővásárhely = Vásárhely | Hmvhely
HU Békéscsaba = Csaba
HU Sátoraljaújhely = Újhely
HU Nyíregyháza = Nyháza
HU Balatonfüred = Füred
HU Mezőkövesd = Kövesd
AT Vienna = Vindobona
SK Bratislava = Pressburg | Preßburg | Prešporok
SK Košice = Kaschau
SK Prešov = Preschau | Eperies
SK Banská Bystrica = Neusohl
SK Banská Štiavnica = Schemnitz
SK Trnava = Tyrnau
SK Nitra = Neutra
SK Žilina = Sillein
SK Levoča = Leutschau
SK Kežmarok = Käsmark
SK Bardejov = Bartfeld
SK Komárno = Komorn
SK Štúrovo = Gockern
RO Oradea = Großwardein | Várad
RO Timișoara = Temeschburg | Temeschwar
RO Târgu-Mureș = Neumarkt | Târgu Mureș
RO Satu Mare = Sathmar | Szatmár
RO Baia Mare = Frauenbach
RO Alba Iulia = Weißenburg
RO Miercurea-Ciuc = Szeklerburg
HR Zagreb = Agram
HR Osijek = Esseg
HR Split = Spalato
HR Dubrovnik = Ragusa
HR Varaždin = Warasdin
HR Koprivnica = Kopreinitz
SI Ljubljana = Laibach
SI Maribor = Marburg
RS Subotica = Maria-Theresiopel
RS Novi Sad = Neusatz
RS Belgrade = Nándorfehérvár | Beograd
UA Lviv = Lemberg | Lwów | Ilyvó
UA Uzhgorod = Uzhhorod
UA Mukacheve = Munkatsch | Mukachevo
UA Odessa = Odesa
CZ Prague = Praha
CZ Pilsen = Plzeň
PL Warsaw = Warszawa
RO Bucharest = București
IT Rome = Roma
IT Milan = Milano
IT Venice = Venezia
IT Florence = Firenze
IT Naples = Napoli
DE Köln = Cologne
DE Nürnberg = Nuremberg
DK Copenhagen = København
GR Athens = Athína
AT Graz = Gréc
CH Genève = Geneva
SE Göteborg = Gothenburg
BE Brussels = Bruxelles | Brussel
PT Lisbon = Lisboa
RU Moscow = Moskva
TR Istanbul = Konstantinápoly
`;

/** By `CC Name`, for instance `HU Győr`. */
export const searchNames: ReadonlyMap<string, readonly string[]> = new Map(
  rows
    .trim()
    .split("\n")
    .map((row): [string, readonly string[]] => {
      const [key, names] = row.split(" = ");
      return [key, names.split(" | ")];
    }),
);
