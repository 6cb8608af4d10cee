/** The balancer's own answers; the portal has none of these. */
export const REPLICA_FAILED = 520;
export const NO_REPLICA = 521;
