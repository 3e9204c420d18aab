import { configure } from '@testing-library/react';

// A screen's files are transformed when it is first rendered, which takes seconds, and many on a busy machine.
configure({ asyncUtilTimeout: 30_000 });
