import { parentPort, workerData } from 'node:worker_threads';
import { printDocument, type PrintRequest } from './print-report.ts';
import type { PrintAnswer } from './report-printer.ts';
import { tilePictures, type PictureRequest } from './tile-pictures.ts';
import { Typesetter } from './typesetter.ts';
import { presentation } from '../slides/presentation.ts';

const { folder } = workerData as { folder: string };
const typesetter = new Typesetter(folder);

/** Prints one report, or draws its charts, for each message, in order. */
parentPort!.on('message', (request: PrintRequest | PictureRequest) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort!.postMessage(answerTo(request));
});

function answerTo(request: PrintRequest | PictureRequest): PrintAnswer {
  try {
    if ('pictured' in request) return { pictures: tilePictures(request, folder) };
    const document = printDocument(request);
    const { paper, pictures } = request;
    return {
      file: paper === 'slide' ? presentation(document, folder, pictures) : typesetter.pdf(document, pictures),
    };
  } catch (error) {
    return { failure: (error as Error).stack ?? String(error) };
  }
}
