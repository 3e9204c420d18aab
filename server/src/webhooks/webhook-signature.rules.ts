import { createHmac } from 'node:crypto';

/** The header `Rise-Signature`: over the time, in seconds since 1970, and the body as it is sent. */
export function signatureOf(secret: string, body: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}
