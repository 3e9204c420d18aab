import type { FromInspector, ToInspector } from './inspect-files.ts';
import { readSetup } from './fork-process.ts';
import { answerInspection } from './answer-inspection.ts';
import { startWatchdog } from './watchdog.ts';

/** Entry point of a process that reads one file of unknown content. */

const { limitMb } = readSetup() as { limitMb: number };
startWatchdog({ limitMb, everyMs: 100 });
process.on('SIGINT', () => undefined);

process.once('message', (request: ToInspector) => {
  void answerInspection(request).then((answer: FromInspector) => process.send!(answer, () => process.exit(0)));
});
