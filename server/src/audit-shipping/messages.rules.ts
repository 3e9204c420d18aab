import type { ShippedLink, ShippedRecord } from './audit-shipping.sql.ts';

/** Of a message, in characters; details beyond it are left out: receivers cut what is longer. */
const MOST = 60_000;
/** "Log audit" of RFC 5424, as a multiple of 8. */
const FACILITY = 13 * 8;
const NOTICE = 5;
const INFORMATIONAL = 6;

/** A record of the trail, or the head of a chain, as one line. */
export interface ShippedMessage {
  readonly kind: 'record' | 'head';
  readonly at: Date;
  readonly isDenied: boolean;
  /** JSON in ASCII, without line breaks. */
  readonly line: string;
}

/** Every other character as an escape: syslog needs no byte order mark then, and nothing can end a line. */
const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    /[\u007f-\uffff]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

function toRecord(record: ShippedRecord, { chain, n }: ShippedLink): ShippedMessage {
  const { link: _, details, at, ...facts } = record;
  const write = (written: unknown) =>
    asciiJson({ type: 'record', ...facts, at: at.toISOString(), chain, link: n, details: written });
  const whole = write(JSON.parse(details));
  const line = whole.length <= MOST ? whole : write({ omittedCharacters: details.length });
  return { kind: 'record', at, isDenied: record.outcome === 'denied', line };
}

const toHead = ({ chain, n, hash, sealedAt, records }: ShippedLink): ShippedMessage => ({
  kind: 'head',
  at: sealedAt,
  isDenied: false,
  line: asciiJson({ type: 'head', chain, n, hash: hash.toString('hex'), sealedAt: sealedAt.toISOString(), records }),
});

/** In order: the records of each link, then the head that seals them. */
export function toMessages(links: readonly ShippedLink[], records: readonly ShippedRecord[]): ShippedMessage[] {
  const byLink = new Map(links.map(({ id }) => [id, records.filter(({ link }) => link === id)]));
  return links.flatMap((link) => [
    ...(byLink.get(link.id) ?? []).map((record) => toRecord(record, link)),
    toHead(link),
  ]);
}

/** One frame of RFC 5425: its length in bytes, and a message of RFC 5424. */
export function syslogFrame({ kind, at, isDenied, line }: ShippedMessage, host: string): string {
  const priority = FACILITY + (isDenied ? NOTICE : INFORMATIONAL);
  const message = `<${priority}>1 ${at.toISOString()} ${host} rise - audit-${kind} - ${line}`;
  return `${message.length} ${message}`;
}
