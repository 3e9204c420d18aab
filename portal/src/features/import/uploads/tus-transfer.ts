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

/**
 * Sends files by the tus protocol to an endpoint, whose uploads are at `<endpoint>/<id>`. `metadataOf` describes a file
 * to the server.
 */
export function tusTransfer(endpoint: string, metadataOf: (file: File) => Record<string, string>): StartTransfer {
  return (file, uploadId, events) => {
    const collection = new URL(endpoint, window.location.href).href;
    // At once instead of after the next wait.
    const goOn = () => void upload.abort().then(() => upload.start());
    const leave = () => window.removeEventListener('online', goOn);
    const upload = new Upload(file, {
      ...(uploadId === null ? { endpoint: collection } : { uploadUrl: `${collection}/${uploadId}` }),
      metadata: metadataOf(file),
      chunkSize: PART,
      retryDelays: RETRY_DELAYS,
      // The server knows what it has; names of files have no place in the browser's storage.
      storeFingerprintForResuming: false,
      headers: {
        'x-rise-request': '1',
        'cache-control': 'no-cache, no-store, must-revalidate',
        pragma: 'no-cache',
        'accept-language': pageLanguage(),
      },
      onUploadUrlAvailable: () => {
        // With an endpoint, an upload that cannot be read for a moment would be begun from its first byte.
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
}
