/**
 * Controls that the guide names, by the keys of their messages (`$t(key)`), which are the same in every language, and
 * by the part of the product that has them.
 */
export const guideControls = {
  map: ["map.nearest.find", "map.position.find"],
  filters: ["filter.accessible", "filter.free", "filter.public", "filter.currentlyopen"],
  mapMenu: ["navigation.places", "navigation.offline"],
  skips: ["navigation.skip"],
  mapSkips: ["map.skip"],
  list: ["places.near.find", "filter.more"],
  listOfUser: ["addPlace.open"],
  panel: [
    "panel.share.action",
    "directions.start",
    "directions.elsewhere.action",
    "reviews.write",
    "upkeep.confirm",
    "upkeep.report.action",
    "edit.open",
    "history.title",
  ],
  panelOfClosed: ["upkeep.opened"],
  placePage: ["found.sign.link", "history.title", "edit.open", "upkeep.report.action"],
  foot: [
    "footer.towns",
    "footer.for-your-website",
    "footer.data",
    "footer.privacy",
    "footer.terms",
  ],
  offline: ["keeping.more"],
  account: [
    "account.title",
    "account.export.action",
    "account.password.submit",
    "account.devices.title",
    "account.delete.action",
    "secondFactor.account.link",
    "contributions.title",
  ],
} as const;
