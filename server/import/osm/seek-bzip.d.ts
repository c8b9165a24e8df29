declare module "seek-bzip" {
  /** Base of a source. */
  class Stream {
    readByte(): number;
    eof(): boolean;
  }
  const bunzip: {
    readonly Stream: typeof Stream;
    /** @throws TypeError with `errorCode` for data that are not of the format */
    decode(input: Stream, output: { writeByte(byte: number): void }, isMultistream: boolean): void;
  };
  export default bunzip;
}
