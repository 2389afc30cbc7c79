// Puts happy-dom into one file. Its 600 modules are found and read anew for each test file, half of what a short one costs.
// Names are kept, since who prints an element asks its class for its name.
import { rolldown } from 'rolldown';

const bundle = await rolldown({ input: 'happy-dom', platform: 'node', treeshake: false, logLevel: 'silent' });
await bundle.write({ file: 'happy-dom.js', format: 'esm', keepNames: true, codeSplitting: false });
