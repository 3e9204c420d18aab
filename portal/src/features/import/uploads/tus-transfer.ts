import { type DetailedError, Upload } from 'tus-js-client';
import { pageLanguage } from '../../../i18n/language.ts';
import { sessionLapsed } from '../../../session/session.ts';
import type { StartTransfer, UploadProblem } from './upload-queue.ts';

/** Bytes of a request: a lost connection repeats at most one. */
const PART = 8 * 1024 * 1024;
const SECOND = 1000;
/** Waits between tries without progress, about ten minutes together. */
const RETRY_DELAYS = [0, 1, 2, 5, 10, ...Array.from({ length: 40 }, () => 15)].map((seconds) => seconds * SECOND);

const statusOf = ({ originalResponse }: DetailedError): number => originalResponse?.getStatus() ?? 0;

/** Whether the same request may succeed later: no answer, a server that restarts or is busy, a part still locked. */
const isTransient = (status: number): boolean => status === 0 || status >= 500 || [409, 423, 429].includes(status);

function problemOf(error: Error | DetailedError): UploadProblem {
  if (!('originalResponse' in error)) return { status: 0, message: null };
  let message: unknown = null;
  try {
    const body = JSON.parse(error.originalResponse?.getBody() ?? '') as { error?: { message?: unknown } };
    message = body.error?.message;
  } catch {
    // Not the server's own answer, such as a proxy's page.
  }
  return { status: statusOf(error), message: typeof message === 'string' ? message : null };
}

/** Those that the API's client sends, too. */
const requestHeaders = (): Record<string, string> => ({
  'x-rise-request': '1',
  'cache-control': 'no-cache, no-store, must-revalidate',
  pragma: 'no-cache',
  'accept-language': pageLanguage(),
});

const collection = (): string => new URL('/api/v1/uploads', window.location.href).href;
const addressOf = (uploadId: string): string => `${collection()}/${uploadId}`;

/** Deletes what the server has of a file; throws if it cannot. */
export const deleteUpload = (uploadId: string): Promise<void> =>
  Upload.terminate(addressOf(uploadId), { headers: requestHeaders(), retryDelays: [] });

/** Sends files by the tus protocol. */
export const sendByTus: StartTransfer = (file, uploadId, events) => {
  // At once instead of after the next wait.
  const goOn = () => void upload.abort().then(() => upload.start());
  const leave = () => window.removeEventListener('online', goOn);
  const upload = new Upload(file, {
    ...(uploadId === null ? { endpoint: collection() } : { uploadUrl: addressOf(uploadId) }),
    metadata: { filename: file.name },
    chunkSize: PART,
    retryDelays: RETRY_DELAYS,
    // The server knows what it has; names of files have no place in the browser's storage.
    storeFingerprintForResuming: false,
    headers: requestHeaders(),
    onUploadUrlAvailable: () => {
      // With an endpoint, an upload that cannot be read for a moment would be sent from its first byte.
      upload.options.endpoint = null;
      const id = upload.url?.split('/').at(-1);
      if (id) events.onUpload(decodeURIComponent(id));
    },
    onProgress: (sent) => events.onProgress(sent),
    onShouldRetry: (error) => {
      const retry = isTransient(statusOf(error));
      if (retry) events.onLost();
      return retry;
    },
    onSuccess: () => {
      leave();
      events.onDone();
    },
    onError: (error) => {
      leave();
      const problem = problemOf(error);
      if (problem.status === 401) sessionLapsed.set(true);
      events.onFail(problem);
    },
  });
  window.addEventListener('online', goOn);
  upload.start();
  return () => {
    leave();
    void upload.abort();
  };
};
