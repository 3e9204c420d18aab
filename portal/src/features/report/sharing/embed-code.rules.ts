import type { SignedFilters } from '@rise/contract';

/** What a site's server runs to sign a token, in JavaScript. */
export function signingCode(key: string, report: string, filters: SignedFilters): string {
  const claims = [
    `report: '${report}'`,
    ...(Object.keys(filters).length > 0 ? [`filters: ${JSON.stringify(filters)}`] : []),
  ];
  return `import { SignJWT } from 'jose';

const secret = new TextEncoder().encode(process.env.RISE_EMBED_SECRET);
const token = await new SignJWT({ ${claims.join(', ')} })
  .setProtectedHeader({ alg: 'HS256', kid: '${key}' })
  .setExpirationTime('1h')
  .sign(secret);`;
}

/** What the site's page contains; its server puts the token in. */
export function pageCode(origin: string, title: string): string {
  return `<div id="report"></div>
<script src="${origin}/embed.js"></script>
<script>
  RiseEmbed.show(document.getElementById('report'), { token: '…', title: ${quoted(title)} });
</script>`;
}

/** As a string of a script within a page, where no text may end the script. */
const quoted = (text: string): string => JSON.stringify(text).replaceAll('<', String.raw`\u003c`);
