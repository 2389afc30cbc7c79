// Puts what a failed test compared into the report: in messages each value is cut at forty characters.
const FAILURES = 30;
const CHARACTERS = 20_000;

const text = (value) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, CHARACTERS);

export default class {
  onTestRunEnd(modules) {
    const failed = modules.flatMap((module) => [...module.children.allTests('failed')]);
    for (const test of failed.slice(0, FAILURES)) {
      const { diff, expected, actual } = test.result().errors?.[0] ?? {};
      test.meta().compared = { diff: text(diff), expected: text(expected), received: text(actual) };
    }
  }
}
