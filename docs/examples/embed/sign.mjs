import { createHmac } from 'node:crypto';

const encode = (/** @type {object} */ part) => Buffer.from(JSON.stringify(part)).toString('base64url');

/**
 * Signs which report is shown, and which of its rows. Runs on your server: the secret must never reach a browser.
 * @param {{ keyId: string, secret: string, report: string, filters: object, minutes?: number }} what
 */
export function signReport({ keyId, secret, report, filters, minutes = 60, ...options }) {
  const exp = Math.floor(Date.now() / 1000) + minutes * 60;
  const head = encode({ alg: 'HS256', typ: 'JWT', kid: keyId });
  const claims = encode({ report, filters, exp, ...options });
  const signature = createHmac('sha256', secret).update(`${head}.${claims}`).digest('base64url');
  return `${head}.${claims}.${signature}`;
}
