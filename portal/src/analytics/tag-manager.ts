declare global {
  interface Window {
    dataLayer?: Record<string, unknown>[];
  }
}

/** Pushes an event to the tag manager. */
export interface Analytics {
  /** Page view; the path has no query, so choices and searches stay private. */
  pageView(path: string, title: string): void;
}

const SOURCE = 'https://www.googletagmanager.com/gtm.js';

/** Loads the tag manager's container. Throws without a key. */
export function startAnalytics(key: string | null): Analytics {
  if (!key) throw new Error('Google analytics key not specified.');
  const layer = (window.dataLayer ??= []);
  layer.push({ 'gtm.start': Date.now(), event: 'gtm.js' });
  const script = document.createElement('script');
  script.async = true;
  script.src = `${SOURCE}?id=${encodeURIComponent(key)}`;
  document.head.append(script);
  return {
    pageView: (path, title) => void layer.push({ event: 'page_view', page_path: path, page_title: title }),
  };
}
