import { createSign, generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream";

export interface TlsProxy extends AsyncDisposable {
  /** Origin for browsers: `https://localhost:…`. */
  readonly origin: string;
  /** Its certificate, which clients may trust. */
  readonly certificate: string;
}

export interface TlsProxyOptions {
  /** Port of the product, which speaks http. */
  readonly to: number;
  /** Port of the proxy; 0 for any free one. */
  readonly port?: number;
  /** Whether the product sees the `Host` that the browser named, or the proxy's name for it. */
  readonly passesHost?: boolean;
}

/**
 * A proxy that terminates TLS in front of the product, as an operator's does: with a certificate of its own, and the
 * client's IP address appended to `X-Forwarded-For`.
 */
export async function startTlsProxy({
  to,
  port = 0,
  passesHost = true,
}: TlsProxyOptions): Promise<TlsProxy> {
  const identity = makeCertificate();
  const server = createServer(identity, (incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const forwarded = {
      ...headers,
      ...(passesHost ? {} : { host: `localhost:${to}` }),
      "x-forwarded-for": forwardedFor(incoming),
      "x-forwarded-proto": "https",
    };
    const passed = request({ port: to, host: "localhost", method, path, headers: forwarded });
    passed.on("response", (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders);
      pipeline(response, outgoing, () => {});
    });
    passed.on("error", () => outgoing.headersSent || outgoing.writeHead(502).end());
    // A disconnected browser aborts its request.
    outgoing.on("close", () => passed.destroy());
    pipeline(incoming, passed, () => {});
  });
  server.listen(port, "localhost");
  await once(server, "listening");
  return {
    origin: `https://localhost:${(server.address() as AddressInfo).port}`,
    certificate: identity.cert,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function forwardedFor({ headers, socket }: IncomingMessage): string {
  return [headers["x-forwarded-for"], socket.remoteAddress].filter(Boolean).join(", ");
}

/** A self-signed certificate for `localhost`, valid at any time of UTCTime, and its key (RFC 5280). */
function makeCertificate(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const ecdsaWithSha256 = der(0x30, oid("2a8648ce3d040302"));
  const commonName = der(0x30, oid("550403"), der(0x0c, Buffer.from("localhost")));
  const name = der(0x30, der(0x31, commonName));
  // The browser has another clock than this process (docs/decisions/053).
  const validity = ["000101000000Z", "491231235959Z"].map((time) => der(0x17, Buffer.from(time)));
  const dnsName = der(0x30, der(0x82, Buffer.from("localhost")));
  const alternativeName = der(0x30, oid("551d11"), der(0x04, dnsName));
  const content = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    der(0x30, ...validity),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, der(0x30, alternativeName)),
  );
  const signature = createSign("sha256").update(content).sign(privateKey);
  const bits = der(0x03, Buffer.from([0]), signature);
  const certificate = der(0x30, content, ecdsaWithSha256, bits).toString("base64");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----\n`,
  };
}

/** An element in the distinguished encoding of ASN.1: tag, length, content. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function oid(hexadecimal: string): Buffer {
  return der(0x06, Buffer.from(hexadecimal, "hex"));
}
