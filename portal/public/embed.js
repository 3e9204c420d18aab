/*
 * Shows a report on another site's page, in a frame as high as its content:
 *   const shown = RiseEmbed.show(element, { token, title: 'Loans' });
 *   shown.renew(nextToken); shown.remove();
 * The token is signed by the site's own server. It is the frame's fragment, which no server logs.
 */
(function () {
  const { src } = /** @type {HTMLScriptElement} */ (document.currentScript);
  const { origin } = new URL(src);

  /**
   * The id of the key that a token was signed with: the frame's address names it.
   * @param {string} token
   */
  function keyOf(token) {
    const [first = ''] = token.split('.', 1);
    const head = first.replaceAll('-', '+').replaceAll('_', '/');
    return JSON.parse(atob(head)).kid;
  }

  /** @param {string} token */
  function addressOf(token) {
    return `${origin}/embed/${encodeURIComponent(keyOf(token))}#${token}`;
  }

  /**
   * @param {Element} element
   * @param {{ token: string, title?: string }} options
   */
  function show(element, { token, title = 'Report' }) {
    const frame = document.createElement('iframe');
    Object.assign(frame, { title, referrerPolicy: 'no-referrer' });
    Object.assign(frame.style, { display: 'block', width: '100%', minHeight: '240px', border: '0' });
    /** @param {MessageEvent} event */
    const resize = ({ origin: sender, source, data }) => {
      if (sender !== origin || source !== frame.contentWindow || data?.type !== 'rise-embed:height') return;
      if (Number.isFinite(data.height)) frame.style.height = `${Math.ceil(data.height)}px`;
    };
    window.addEventListener('message', resize);
    frame.src = addressOf(token);
    element.replaceChildren(frame);
    return {
      frame,
      /** @param {string} next */
      renew(next) {
        frame.src = addressOf(next);
      },
      remove() {
        window.removeEventListener('message', resize);
        frame.remove();
      },
    };
  }

  Object.assign(window, { RiseEmbed: Object.freeze({ show }) });
})();
