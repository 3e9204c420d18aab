import { parentPort } from 'node:worker_threads';
import { ModelError } from '../errors.ts';
import { extendedTemplate, readModel } from './read-model.ts';
import type { ModelAnswer, ModelRequest } from './model-reader.ts';

/** Reads one model for each message, in order. */
parentPort!.on('message', (request: ModelRequest) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort!.postMessage(answerTo(request));
});

function answerTo({ task, source }: ModelRequest): ModelAnswer {
  try {
    return { value: task === 'read' ? readModel(source) : extendedTemplate(source.text, source.file) };
  } catch (error) {
    if (error instanceof ModelError) return { issues: error.issues };
    return { failure: (error as Error).stack ?? String(error) };
  }
}
