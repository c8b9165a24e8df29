import { Writable } from "node:stream";

/** Hands on what React renders, in one piece for each `flush` instead of pieces of 4 KB. */
export class HtmlStream extends Writable {
  /** Body of the response. Cancelling it makes React stop. */
  readonly stream: ReadableStream<Uint8Array>;
  #controller!: ReadableStreamDefaultController<Uint8Array>;
  #pieces: Uint8Array[] = [];
  /** Changes the first piece, which holds the whole head. */
  #order: ((piece: Buffer) => Buffer) | null;

  constructor(order: ((piece: Buffer) => Buffer) | null = null) {
    super();
    this.#order = order;
    this.stream = new ReadableStream({
      start: (controller) => {
        this.#controller = controller;
      },
      cancel: () => void this.destroy(),
    });
  }

  /** Called by React after each batch. */
  flush(): void {
    if (this.#pieces.length === 0 || this.destroyed) return;
    const piece = Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#controller.enqueue(this.#order ? this.#order(piece) : piece);
    this.#order = null;
  }

  override _write(piece: Uint8Array, _: BufferEncoding, done: () => void): void {
    this.#pieces.push(piece);
    done();
  }

  override _final(done: () => void): void {
    this.flush();
    this.#controller.close();
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (error) this.#controller.error(error);
    done(error);
  }
}
