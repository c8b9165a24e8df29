/** One part of the guide: paragraphs, then a list, then closing paragraphs. */
export interface GuideSection {
  /** The part's anchor in the address. */
  id: string;
  title: string;
  paragraphs: string[];
  items?: string[];
  after?: string[];
}

/** The guide as `public/locales/hu/guide.json` holds it. */
export interface GuideText {
  title: string;
  /** What those who don't read Hungarian are told, in their own language. */
  notices: { en: string; de: string };
  contents: string;
  sections: GuideSection[];
  contact: { title: string; text: string };
}
