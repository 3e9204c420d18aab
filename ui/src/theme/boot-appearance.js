/*
 * Puts scheme and theme on the page before its first paint. A file of its own, loaded synchronously as the first
 * thing in <body>, because the content security policy allows no inline script.
 * Defaults: the attributes data-scheme and data-theme of its own script element.
 */
(function () {
  var given = document.currentScript ? document.currentScript.dataset : {};
  var stored = {};
  try {
    stored = JSON.parse(localStorage.getItem('rise.appearance') || '{}') || {};
  } catch {
    stored = {};
  }
  var defaults = stored.defaults || {};
  var scheme = stored.scheme || given.scheme || defaults.scheme || 'light';
  var theme = stored.theme || given.theme || defaults.theme || 'default';
  var dark = scheme === 'dark' || (scheme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.body.classList.add(dark ? 'dark' : 'light', 'theme-' + theme);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
