import { parentPort } from 'node:worker_threads';
import { ModelError } from '../errors.ts';
import { readOssie } from '../ossie/read-ossie.ts';
import { extendedTemplate, readModel, readYamlValues, type ModelSource } from './read-model.ts';
import type { ModelAnswer, ModelRequest } from './model-reader.ts';

const READERS = {
  read: readModel,
  extended: ({ text, file }: ModelSource) => extendedTemplate(text, file),
  values: readYamlValues,
  ossie: ({ text, file }: ModelSource) => readOssie(text, file),
};

/** Reads one model for each message, in order. */
parentPort!.on('message', (request: ModelRequest) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort!.postMessage(answerTo(request));
});

function answerTo({ task, source }: ModelRequest): ModelAnswer {
  try {
    return { value: READERS[task](source) };
  } catch (error) {
    if (error instanceof ModelError) return { issues: error.issues };
    return { failure: (error as Error).stack ?? String(error) };
  }
}
