const { default: Sequencer } = require('@jest/test-sequencer');

// Without durations of an earlier run, Jest begins with the largest files. The slowest are these, however short: one that
// begins last would run alone.
const slowest = ['journey', 'browser'];

module.exports = class SlowestFirst extends Sequencer {
  sort(tests) {
    const rank = ({ context }) => Number(!slowest.includes(context.config.displayName?.name));
    return [...super.sort(tests)].sort((one, other) => rank(one) - rank(other));
  }
};
