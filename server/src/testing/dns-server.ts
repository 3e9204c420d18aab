import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/**
 * What the server says about a name: records of one or more chunks (none: the name exists without any), that it does not
 * exist, that it failed, or nothing at all.
 */
export type DnsRecords = readonly (readonly string[])[] | 'nxdomain' | 'servfail' | 'silence';

export interface DnsServer {
  /** As `DNS_SERVERS` names it. */
  readonly address: string;
  /** By name, in lower case; others do not exist. */
  readonly records: Map<string, DnsRecords>;
  /** Names that were asked for. */
  readonly questions: string[];
  close(): Promise<void>;
}

const NOERROR = 0;
const SERVFAIL = 2;
const NXDOMAIN = 3;
const HEADER_BYTES = 12;
const TXT_IN = Buffer.from([0, 16, 0, 1]);

/** A DNS server on a free port that knows TXT records only. */
export async function startDnsServer(): Promise<DnsServer> {
  const records = new Map<string, DnsRecords>();
  const questions: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const { name, end } = readName(query);
    questions.push(name);
    const found = records.get(name) ?? 'nxdomain';
    if (found !== 'silence') socket.send(response(query.subarray(0, end + 4), found), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    records,
    questions,
    close: () =>
      new Promise((resolve) => {
        socket.close(() => resolve());
      }),
  };
}

/** The name of the question, and where its type begins. */
function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

function response(question: Buffer, found: Exclude<DnsRecords, 'silence'>): Buffer {
  const answers = typeof found === 'string' ? [] : found.map(answer);
  const code = found === 'servfail' ? SERVFAIL : found === 'nxdomain' ? NXDOMAIN : NOERROR;
  const header = Buffer.alloc(HEADER_BYTES);
  question.copy(header, 0, 0, 2);
  // A response, recursion desired and available.
  header.writeUInt16BE(0x8180 | code, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(answers.length, 6);
  return Buffer.concat([header, question.subarray(HEADER_BYTES), ...answers]);
}

function answer(chunks: readonly string[]): Buffer {
  const data = Buffer.concat(chunks.map((chunk) => Buffer.concat([Buffer.from([Buffer.byteLength(chunk)]), Buffer.from(chunk)]))); // prettier-ignore
  const length = Buffer.alloc(2);
  length.writeUInt16BE(data.length);
  // The question's name, by reference; an hour to live.
  return Buffer.concat([Buffer.from([0xc0, HEADER_BYTES]), TXT_IN, Buffer.from([0, 0, 14, 16]), length, data]);
}
