/** Settings of a portal whose limits do not shorten what is measured. */
export const HIGH_LIMITS = Object.fromEntries(
  [
    'LOGIN_LIMIT_PER_EMAIL',
    'LOGIN_LIMIT_PER_IP',
    'FINISH_LIMIT_PER_IP',
    'REQUEST_LIMIT_PER_HOUR',
    'REMOVAL_LIMIT_PER_HOUR',
  ].map(name => [name, '1000000']),
);
