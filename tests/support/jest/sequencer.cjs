const { default: Sequencer } = require('@jest/test-sequencer');

// Without durations of an earlier run, Jest begins with the largest files. These come first, however short: one that begins
// last would run alone. The last of them mostly wait for deadlines to pass.
const first = [
  /\/browser\/(pages|firefox|webkit)\./,
  /\/tests\/(browser|journey)\//,
  /\/tests\/routes\/(faults|load|telemetry)\//,
];

module.exports = class SlowestFirst extends Sequencer {
  sort(tests) {
    const rank = ({ path }) => [...first, /^/].findIndex(each => each.test(path));
    return [...super.sort(tests)].sort((one, other) => rank(one) - rank(other));
  }
};
