/** Where a tag manager loads its scripts from and sends its data to. */
const TAG_MANAGER = 'https://www.googletagmanager.com';
const ANALYTICS = ['https://*.google-analytics.com', 'https://*.analytics.google.com'];

/** What a page may load and connect to: our own origin, and the tag manager where one is configured. */
export function securityPolicy({ analytics }: { analytics: boolean }) {
  const measured = analytics ? [TAG_MANAGER, ...ANALYTICS] : [];
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...(analytics ? [TAG_MANAGER] : [])],
      // Component libraries set style attributes and inject style elements; no style can load or run anything here.
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', ...measured],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", ...measured],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  };
}
