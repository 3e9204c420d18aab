import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { inject } from 'vitest';

/** What the run shares with a test file; created by the first request. */
export async function requestFromRun<Answer>(
  socket: 'postgresSocket' | 'samplesSocket' | 'dataSocket',
): Promise<Answer> {
  const answer = JSON.parse(await text(connect(inject(socket)))) as Answer & { failed?: string };
  if (answer.failed !== undefined) throw new Error(answer.failed);
  return answer;
}
