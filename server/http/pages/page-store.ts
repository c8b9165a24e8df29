import { AnswerStore } from "#server/http/answer-store.ts";

/** Page as it is sent: everything of its answer but the headers that every answer has. */
export interface KeptPage {
  /** Validator of the answer, in quotes. */
  readonly etag: string;
  /** Headers that the page's own content decides, its policy included. */
  readonly headers: Readonly<Record<string, string>>;
  /** The document, compressed with brotli. */
  readonly brotli: Uint8Array<ArrayBuffer>;
}

/** Pages that are kept for visitors. */
export class PageStore extends AnswerStore<KeptPage> {
  /** @param maxBytes maximum memory of all pages */
  constructor(maxBytes: number) {
    super(maxBytes, ({ etag, headers, brotli }) => ({
      bodyBytes: brotli.byteLength,
      texts: [etag, ...Object.entries(headers).flat()],
    }));
  }
}
