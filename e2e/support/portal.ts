/** Where the journeys' own portal listens; a port that a developer's portal doesn't use. */
export const PORT = Number(process.env['RISE_TEST_PORT'] ?? 18_080);
export const URL = `http://127.0.0.1:${PORT}`;
/** Where it hands its mail in; a mail box listens there while a journey holds it open. */
export const MAIL_PORT = PORT + 1;
/** Whom contact messages are mailed to. */
export const OPERATORS = 'operators@rise.example';

/** Where the journeys' own portal keeps its state, under the project's root. */
export const DATA = '.test/data';

export const PASSWORD = 'rise-demo';
/** The identities of the embedded provider. */
export const PEOPLE = {
  globalAdmin: 'global.admin@rise.example',
  globalSupport: 'global.support@rise.example',
  alderAdmin: 'admin@alder.example',
  alderAnalyst: 'analyst@alder.example',
  birchAdmin: 'admin@birch.example',
  birchAnalyst: 'analyst@birch.example',
} as const;
