/**
 * Resolves in a task of its own, behind the drawing of what changed before. Between two of many steps the browser can
 * then answer its reader.
 */
export const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    // React asks for its own task in a microtask.
    queueMicrotask(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => {
        port1.close();
        resolve();
      });
      port1.start();
      port2.postMessage(null);
    });
  });
