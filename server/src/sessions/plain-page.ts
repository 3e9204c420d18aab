import { createHash } from 'node:crypto';
import type { Language } from '@rise/contract';
import { escapeHtml } from '../kernel/text/html.ts';

/** A page that works without JavaScript and outside the portal: signing in, confirming a sign-out. */
export interface PlainPage {
  readonly language: Language;
  readonly title: string;
  /** Markup of the page's card; every value in it was escaped with `escapeHtml`. */
  readonly body: string;
  /** Origins, in addition to ours, that a form of the page may lead to by redirects. */
  readonly formTargets?: readonly string[];
}

const STYLE = `
:root{color-scheme:light dark;--page:#f6f7f9;--surface:#fff;--border:#e3e6eb;--text:#1b2330;--soft:#4d5868;--hint:#626d7d;--primary:#4348c8;--on:#fff;--bad:#b3261e;--warn:#835400;--hover:#f6f7f9;--field:#8f9aaa}
@media (prefers-color-scheme:dark){:root{--page:#0f141b;--surface:#171d26;--border:#2b3542;--text:#e6eaf0;--soft:#a9b3c0;--hint:#8f9aaa;--primary:#a3a8ff;--on:#10151d;--bad:#ff8f87;--warn:#f2c14e;--hover:#1f2733;--field:#626d7d}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:flex;flex-direction:column;align-items:center;justify-content:center;gap:16px;padding:32px 16px;background:var(--page);color:var(--text);font:14px/1.4 Inter,system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{width:100%;max-width:400px;background:var(--surface);border:1px solid var(--border);border-radius:8px;padding:32px}
main.wide{max-width:440px}
.brand{display:flex;align-items:center;gap:8px;margin:0 0 24px;font-size:16px;font-weight:600;color:var(--text)}
.brand svg{display:block;color:var(--primary)}.brand path{fill:var(--on)}
h1{margin:0 0 4px;font-size:20px;line-height:1.25;font-weight:600}
h2{margin:24px 0 8px;font-size:12px;font-weight:500;color:var(--soft)}
p{margin:0 0 16px;color:var(--soft)}main>p:last-child:not([class]){margin-bottom:0}
label{display:block;margin:0 0 4px;font-size:13px;font-weight:500}
input{width:100%;height:40px;margin:0 0 16px;padding:0 12px;border:1px solid var(--field);border-radius:6px;background:var(--surface);color:inherit;font:inherit}
button{font:inherit;cursor:pointer}
.primary{width:100%;height:40px;border:0;border-radius:6px;background:var(--primary);color:var(--on);font-weight:600}
.quiet{height:44px;padding:0 12px;border:0;background:none;color:var(--soft);text-decoration:underline;text-underline-offset:2px}
.centre{text-align:center;margin:8px 0 -16px}
.hint{margin:24px 0 0;font-size:12px;color:var(--hint)}
.centre a{display:inline-block;padding:12px;color:var(--soft)}
:focus-visible{outline:2px solid var(--primary);outline-offset:2px}
.error{margin:0 0 16px;padding:8px 12px;border:1px solid var(--bad);border-radius:6px;color:var(--bad)}
.people{margin:0;padding:0;list-style:none;border:1px solid var(--border);border-radius:6px}
.people li+li{border-top:1px solid var(--border)}
.person{display:grid;grid-template-columns:32px 1fr auto;align-items:center;gap:12px;width:100%;min-height:52px;padding:8px 12px;border:0;border-radius:6px;background:none;color:inherit;text-align:left}
.person:hover{background:var(--hover)}
.face{display:grid;place-items:center;width:32px;height:32px;border:1px solid var(--border);border-radius:50%;font-size:12px;font-weight:600;color:var(--primary)}
.who{min-width:0}.who b{display:block;font-weight:500}.who small{display:block;font-size:12px;color:var(--hint);overflow-wrap:anywhere}
.place{font-size:12px;color:var(--soft);text-align:right}.place span{display:block}
code{font:inherit;font-weight:600;white-space:nowrap}
a{color:var(--primary)}
footer{max-width:440px;font-size:12px;text-align:center;color:var(--hint)}
footer b{color:var(--warn);font-weight:600}
@media (max-width:420px){main{padding:24px 16px}.person{grid-template-columns:32px 1fr;row-gap:0}.face{grid-row:span 2}.place{grid-column:2;text-align:left}.place span{display:inline}.place span+span::before{content:"· "}}
`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

const MARK =
  '<svg width="26" height="26" viewBox="0 0 24 24" aria-hidden="true"><rect width="24" height="24" rx="6" fill="currentColor"/><path d="M5.5 14.2h3.2v4.3H5.5zM10.4 10.6h3.2v7.9h-3.2zM15.3 9.1l3.2-3.6v13h-3.2z"/></svg>';

/** Renders the page; its `headers` allow only our own style and forms. */
export function plainPage(page: PlainPage): { html: string; headers: Record<string, string> } {
  const html = `<!doctype html>
<html lang="${page.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)} · Rise</title>
<style>${STYLE}</style>
</head>
<body>
${page.body}
</body>
</html>
`;
  const targets = ["'self'", ...(page.formTargets ?? [])].join(' ');
  return {
    html,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action ${targets}; base-uri 'none'; frame-ancestors 'none'`,
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
    },
  };
}

/** Our name and logo, the first line of a card. */
export const BRAND = `<p class="brand">${MARK}Rise</p>`;
