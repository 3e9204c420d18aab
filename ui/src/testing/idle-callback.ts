// Browsers' `requestIdleCallback`, which happy-dom lacks: without it, what waits for an idle page waits for a second.
globalThis.requestIdleCallback ??= (work) =>
  Number(setTimeout(() => work({ didTimeout: false, timeRemaining: () => 50 })));
globalThis.cancelIdleCallback ??= (request) => clearTimeout(request);
