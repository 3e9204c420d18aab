import { beforeEach, describe, expect, it } from 'vitest';
import { isBusy, type StartTransfer, type TransferEvents, UploadQueue } from './upload-queue.ts';

interface Sent extends TransferEvents {
  name: string;
  from: string | null;
  stopped: boolean;
}
let transfers: Sent[];
const start: StartTransfer = (file, from, events) => {
  const transfer = { ...events, name: file.name, from, stopped: false };
  transfers.push(transfer);
  return () => {
    transfer.stopped = true;
  };
};
let queue: UploadQueue;
beforeEach(() => {
  transfers = [];
  queue = new UploadQueue(start);
});

const file = (name: string, size = 100, lastModified = 5) => new File(['x'.repeat(size)], name, { lastModified });
const STORED = { name: 'a', size: 100, lastModified: 5, sent: 60, uploadId: 'id-a' };
const states = () => queue.items.get().map(({ name, state, sent }) => `${name} ${state} ${sent}`);
const keyOf = (name: string) => queue.items.get().find((item) => item.name === name)!.key;

describe('uploads', () => {
  it('are sent three at a time, the next one as soon as one ends', () => {
    queue.add(['a', 'b', 'c', 'd', 'e'].map((name) => file(name)));
    expect(states()).toEqual(['a sending 0', 'b sending 0', 'c sending 0', 'd waiting 0', 'e waiting 0']);
    transfers[1]!.onProgress(40);
    transfers[1]!.onDone();
    transfers[0]!.onFail({ status: 413, message: 'Too large' });
    expect(states()).toEqual(['a failed 0', 'b done 100', 'c sending 0', 'd sending 0', 'e sending 0']);
    expect(queue.items.get()[0]!.problem).toEqual({ status: 413, message: 'Too large' });
    expect(isBusy(queue.items.get())).toBe(true);
  });

  it('are paused, go on from where they stopped, and leave their place to others meanwhile', () => {
    queue.add(['a', 'b', 'c', 'd'].map((name) => file(name)));
    transfers[0]!.onUpload('id-a');
    transfers[0]!.onProgress(30);
    queue.pause(keyOf('a'));
    expect(transfers[0]!.stopped).toBe(true);
    expect(states()).toEqual(['a paused 30', 'b sending 0', 'c sending 0', 'd sending 0']);
    queue.resume(keyOf('a'));
    expect(states()[0]).toBe('a waiting 30');
    transfers[1]!.onDone();
    expect(transfers.at(-1)).toMatchObject({ name: 'a', from: 'id-a' });
  });

  it('say that the connection is lost until bytes go on', () => {
    queue.add([file('a')]);
    transfers[0]!.onLost();
    expect(states()).toEqual(['a lost 0']);
    transfers[0]!.onProgress(8);
    expect(states()).toEqual(['a sending 8']);
  });

  it('of an earlier page go on when the same file is chosen again', () => {
    const whole = { name: 'b', size: 100, lastModified: 5, sent: 100, uploadId: 'id-b' };
    queue.addStored([STORED, whole]);
    queue.addStored([STORED, whole]);
    expect(states()).toEqual(['a interrupted 60', 'b done 100']);
    expect(isBusy(queue.items.get())).toBe(false);
    queue.add([file('a', 99), file('a', 100, 6), file('a')]);
    expect(states()).toEqual(['a sending 60', 'b done 100', 'a sending 0', 'a sending 0']);
    expect(transfers.map(({ from }) => from)).toEqual(['id-a', null, null]);
  });

  it('start over where the server no longer has the part', () => {
    queue.addStored([STORED]);
    queue.add([file('a')]);
    transfers[0]!.onFail({ status: 404, message: null });
    expect(states()).toEqual(['a sending 0']);
    expect(transfers.at(-1)!.from).toBeNull();
    transfers.at(-1)!.onFail({ status: 404, message: null });
    expect(states()).toEqual(['a failed 0']);
  });

  it('are removed while they are sent', () => {
    queue.add([file('a'), file('b')]);
    queue.remove(keyOf('a'));
    expect(transfers[0]!.stopped).toBe(true);
    expect(states()).toEqual(['b sending 0']);
    queue.clear();
    expect(transfers[1]!.stopped).toBe(true);
    expect(states()).toEqual([]);
  });
});
