import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { HostAllowance } from '../kernel/security/host-allowance.ts';
import { OutgoingHttp } from '../kernel/security/outgoing-http.ts';
import type { SinkName } from './audit-shipping.sql.ts';
import { syslogFrame, type ShippedMessage } from './messages.rules.ts';

const DEADLINE_MS = 15_000;

/** A system outside that stores the trail. */
export interface Sink {
  readonly name: SinkName;
  /** Where it is, without credentials. */
  readonly target: string;
  /** Resolves once all are accepted; rejects where any may not have been. */
  send(messages: readonly ShippedMessage[], signal: AbortSignal): Promise<void>;
}

export interface ShippingSettings {
  /** `tls://host:port` of a syslog server. */
  readonly syslog: URL | null;
  readonly http: { readonly url: URL; readonly token: string | null } | null;
  /** Authority that has signed the certificates of both; null: public ones. */
  readonly authority: string | null;
}

/** `host`: the name of this installation in messages. */
export function createSinks({ syslog, http, authority }: ShippingSettings, host: string): Sink[] {
  return [
    ...(syslog === null ? [] : [syslogSink(syslog, authority, host)]),
    ...(http === null ? [] : [httpSink(http, authority)]),
  ];
}

/**
 * Syslog acknowledges nothing. So each batch has a connection of its own, which the server has to close after it has read
 * everything, and after that the server has to accept another one: one that was killed with a batch in its memory closes
 * its connection as if it had stored it, but accepts none.
 */
function syslogSink(url: URL, authority: string | null, host: string): Sink {
  return {
    name: 'syslog',
    target: `${url.protocol}//${url.host}`,
    async send(messages, signal) {
      await exchange(url, authority, messages.map((message) => syslogFrame(message, host)).join(''), signal);
      await exchange(url, authority, '', signal);
    },
  };
}

/** Connects, writes, and resolves once the other side has closed as well; rejects where that is not in order. */
function exchange(url: URL, authority: string | null, text: string, signal: AbortSignal): Promise<void> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    const options = { host, port: Number(url.port || 6514), ...(authority !== null && { ca: authority }) };
    // An address is compared with the certificate as it is; a name is sent as well.
    const socket = connect({ ...options, ...(isIP(host) === 0 && { servername: host }) });
    const deadline = setTimeout(() => socket.destroy(codedError('DEADLINE')), DEADLINE_MS);
    const onAbort = () => socket.destroy(codedError('ABORTED'));
    signal.addEventListener('abort', onAbort, { once: true });
    let hasEnded = false;
    let isWritten = false;
    socket.on('secureConnect', () => {
      socket.end(text, () => (isWritten = true));
    });
    socket.on('end', () => (hasEnded = true));
    socket.on('error', reject);
    socket.on('close', () => {
      clearTimeout(deadline);
      signal.removeEventListener('abort', onAbort);
      if (hasEnded && isWritten) resolve();
      else reject(codedError('CLOSED_EARLY'));
    });
    socket.resume();
  });
}

/** Lines of JSON in the body of one POST; any 2xx accepts all of them. No redirect is followed. */
function httpSink({ url, token }: NonNullable<ShippingSettings['http']>, authority: string | null): Sink {
  const http = new OutgoingHttp({
    // The operator's own choice, and nothing else.
    hosts: new HostAllowance([url.hostname]),
    maxBytes: 64 * 1024,
    deadlineMs: DEADLINE_MS,
    ...(authority !== null && { authority }),
  });
  return {
    name: 'http',
    target: `${url.origin}${url.pathname}`,
    async send(messages, signal) {
      const body = `${messages.map(({ line }) => line).join('\n')}\n`;
      const headers = {
        'content-type': 'application/x-ndjson',
        ...(token !== null && { authorization: `Bearer ${token}` }),
      };
      const status = await http.deliver(url, { method: 'POST', headers, body, signal });
      if (status < 200 || status > 299) throw codedError(`HTTP_${status}`);
    },
  };
}

const codedError = (code: string) => Object.assign(new Error(code), { code });
