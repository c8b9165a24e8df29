import { once } from "node:events";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

export interface MailServer extends AsyncDisposable {
  /** Value of `SMTP_URL`. */
  readonly url: string;
  /** Everything that was delivered, oldest first. */
  readonly received: readonly Email[];
  /** Every receiver of a message. */
  readonly receivers: readonly string[];
  /** The first mail to this address, waiting for it until `timeoutMs` has passed. */
  mailTo(address: string, timeoutMs?: number): Promise<Email>;
  /** Number of messages that were refused. */
  readonly refusals: number;
  /** How many of the next messages to refuse, with a temporary failure. */
  refuseNext(count: number): void;
  /** Replies to every receiver with this status and text, such as `550 5.1.1 no such user`. */
  refuseReceivers(status: number, text: string): void;
}

interface MailServerOptions {
  /** Credentials that are then required for sending. */
  readonly credentials?: { readonly user: string; readonly password: string };
}

/** A real mail server on a free port of this machine that stores its messages. */
export async function startMailServer({
  credentials,
}: MailServerOptions = {}): Promise<MailServer> {
  const received: Email[] = [];
  const receivers: string[] = [];
  let toRefuse = 0;
  let refusals = 0;
  let receiverReply: Error | null = null;
  const server = new SMTPServer({
    authOptional: credentials === undefined,
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onAuth({ username, password }, _session, done) {
      const isValid = username === credentials?.user && password === credentials?.password;
      done(isValid ? null : new Error("wrong user or password"), { user: username });
    },
    onRcptTo(_address, _session, done) {
      done(receiverReply);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        if (toRefuse > 0) {
          toRefuse--;
          refusals++;
          return done(Object.assign(new Error("try again later"), { responseCode: 451 }));
        }
        receivers.push(...session.envelope.rcptTo.map(({ address }) => address));
        received.push(await PostalMime.parse(Buffer.concat(chunks)));
        done();
      });
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const address = server.server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const login = credentials ? `${credentials.user}:${credentials.password}@` : "";
  return {
    url: `smtp://${login}127.0.0.1:${address.port}`,
    received,
    receivers,
    async mailTo(to, timeoutMs = 5_000) {
      const deadline = performance.now() + timeoutMs;
      while (performance.now() < deadline) {
        const mail = received.find((email) => email.to?.some((entry) => entry.address === to));
        if (mail) return mail;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      throw new Error(`no mail to ${to}`);
    },
    refuseNext(count) {
      toRefuse = count;
    },
    get refusals() {
      return refusals;
    },
    refuseReceivers(responseCode, text) {
      receiverReply = Object.assign(new Error(text), { responseCode });
    },
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
