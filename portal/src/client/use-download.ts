import { download } from '@rise/shell/files';
import { useEffect, useRef, useState } from 'react';

export type DownloadProgress =
  | { state: 'idle' }
  /** Bytes that arrived. */
  | { state: 'running'; bytes: number }
  | { state: 'failed'; error: unknown };

type ReadFile = (
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
) => Promise<{ content: Blob; name: string | null }>;

/** Downloads files that the server writes, one at a time; leaving the page cancels. */
export function useDownload() {
  const [progress, setProgress] = useState<DownloadProgress>({ state: 'idle' });
  const running = useRef<AbortController>(null);
  const cancel = () => running.current?.abort();
  useEffect(() => () => running.current?.abort(), []);
  /** `name` is for a file to which the server gives none. */
  const start = async (read: ReadFile, name: string) => {
    const controller = new AbortController();
    running.current = controller;
    setProgress({ state: 'running', bytes: 0 });
    try {
      const file = await read(controller.signal, (bytes) => setProgress({ state: 'running', bytes }));
      download(file.content, file.name ?? name);
      setProgress({ state: 'idle' });
    } catch (error) {
      setProgress(controller.signal.aborted ? { state: 'idle' } : { state: 'failed', error });
    }
  };
  return { progress, start, cancel };
}
