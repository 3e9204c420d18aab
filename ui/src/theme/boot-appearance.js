/*
 * Sets scheme and theme before the first paint. A file of its own, loaded synchronously as the first
 * thing in <body>, because the content security policy allows no inline script.
 * Defaults: the attributes data-scheme and data-theme of its own script element. Its data-key names the entry of local
 * storage, for a page that shares its origin with the portal and not the portal's choice.
 * The readable cookie rise-appearance ('dark.rose.-.tr': scheme, theme and what others read, '-' for no choice) holds a
 * signed-in person's own choices, for the portal only.
 */
(function () {
  /** @type {DOMStringMap} */
  var given = document.currentScript ? document.currentScript.dataset : {};
  var PORTAL = 'rise.appearance';
  var key = given.key || PORTAL;
  /** @type {Record<string, any>} */
  var stored = {};
  try {
    stored = JSON.parse(localStorage.getItem(key) || '{}') || {};
  } catch {
    stored = {};
  }
  // The account's choice, perhaps made in another browser, takes precedence over the stored one and replaces it.
  var own = key === PORTAL && /(?:^|; )rise-appearance=([a-z]+|-)\.([a-z]+|-)\./.exec(document.cookie);
  if (own) {
    if (own[1] !== '-') stored.scheme = own[1];
    if (own[2] !== '-') stored.theme = own[2];
    try {
      localStorage.setItem(key, JSON.stringify(stored));
    } catch {
      // Storage may be blocked; the cookie then applies again on the next visit.
    }
  }
  var defaults = stored.defaults || {};
  var scheme = stored.scheme || given.scheme || defaults.scheme || 'light';
  var theme = stored.theme || given.theme || defaults.theme || 'default';
  var dark = scheme === 'dark' || (scheme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.body.classList.add(dark ? 'dark' : 'light', 'theme-' + theme);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
