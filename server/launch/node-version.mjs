/** Ends the program with one line where Node is too old, which would otherwise fail later without explanation. */
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`rise: Node ${process.versions.node} is too old; install Node 20.19 or newer\n`);
  process.exit(1);
}
