import { afterAll, vi } from 'vitest';

// A page that a file's last test opens, and does not wait for, may still be loading when the file ends. Its modules
// would fail then, and stay failed for every later file of this worker.
afterAll(() => vi.dynamicImportSettled());
