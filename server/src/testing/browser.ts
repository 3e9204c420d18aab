/** A minimal browser for signing in: stores cookies, follows redirects on demand, and submits forms. */
export interface Browser {
  /** Sends one request without following redirects. */
  request(url: string | URL, init?: RequestInit): Promise<Response>;
  /** Opens an address and follows redirects, also to other hosts; returns the final page. */
  go(url: string | URL, init?: RequestInit): Promise<Visit>;
  /** Submits the form of a page that contains this button or field; `fields` are what a person typed or clicked. */
  submit(page: Visit, fields: Record<string, string>): Promise<Visit>;
  cookie(host: string, name: string): string | undefined;
  setCookie(host: string, name: string, value: string): void;
  /** The `Cookie` header for an address. */
  cookies(url: string | URL): string;
}

export interface Visit {
  readonly url: URL;
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
  /** Every address visited, including the first one. */
  readonly path: readonly string[];
}

interface StoredCookie {
  name: string;
  value: string;
  path: string;
}

export function createBrowser(headers: Record<string, string> = {}): Browser {
  const jar = new Map<string, StoredCookie[]>();
  const jarOf = (host: string) => jar.get(host) ?? [];

  const storeCookie = (url: URL, line: string) => {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
    const cut = pair.indexOf('=');
    const name = pair.slice(0, cut);
    const value = pair.slice(cut + 1);
    const attribute = (key: string) =>
      attributes.find((item) => item.toLowerCase().startsWith(`${key}=`))?.slice(key.length + 1);
    const expires = attribute('expires');
    const gone = attribute('max-age') === '0' || (expires !== undefined && Date.parse(expires) < Date.now());
    const path = attribute('path') ?? '/';
    const others = jarOf(url.host).filter((stored) => stored.name !== name || stored.path !== path);
    jar.set(url.host, gone ? others : [...others, { name, value, path }]);
  };
  const cookies = (address: string | URL) => {
    const url = new URL(address);
    return jarOf(url.host)
      .filter(({ path }) => path === '/' || url.pathname === path || url.pathname.startsWith(`${path}/`))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  };

  const browser: Browser = {
    cookies,
    cookie: (host, name) => jarOf(host).find((stored) => stored.name === name)?.value,
    setCookie(host, name, value) {
      jar.set(host, [...jarOf(host).filter((stored) => stored.name !== name), { name, value, path: '/' }]);
    },
    async request(address, init = {}) {
      const url = new URL(address);
      const sent = new Headers({ 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0', ...headers });
      new Headers(init.headers).forEach((value, name) => sent.set(name, value));
      const cookie = cookies(url);
      if (cookie) sent.set('cookie', cookie);
      const response = await fetch(url, { ...init, headers: sent, redirect: 'manual' });
      for (const line of response.headers.getSetCookie()) storeCookie(url, line);
      return response;
    },
    async go(address, init) {
      let url = new URL(address);
      let response = await browser.request(url, init);
      const path = [url.href];
      for (let hops = 0; hops < 15; hops += 1) {
        const location = response.headers.get('location');
        if (response.status < 300 || response.status >= 400 || location === null) break;
        url = new URL(location, url);
        path.push(url.href);
        response = await browser.request(url);
      }
      return { url, status: response.status, text: await response.text(), headers: response.headers, path };
    },
    submit(page, fields) {
      const form = page.text
        .match(/<form[^>]*>[\s\S]*?<\/form>/g)
        ?.find((markup) =>
          Object.keys(fields).every((name) => markup.includes(`name="${name}"`) || page.text.includes('op.logoutForm')),
        );
      if (!form) throw new Error(`No form on ${page.url.pathname} has ${Object.keys(fields).join(', ')}`);
      const action = form.match(/action="([^"]*)"/)?.[1] ?? page.url.href;
      const hidden = [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
        ([, name, value]) => [name!, value!] as [string, string],
      );
      return browser.go(new URL(action, page.url), {
        method: 'POST',
        body: new URLSearchParams([...hidden, ...Object.entries(fields)]),
      });
    },
  };
  return browser;
}
