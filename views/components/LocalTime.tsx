export interface LocalTimeProps {
  /** In ISO 8601. */
  readonly time: string;
  /** In UTC, such as “today at 14:03 UTC”. A script replaces it with the reader's time. */
  readonly text: string;
}

/** A moment in the reader's time zone if scripts run, otherwise in UTC. */
export function LocalTime({ time, text }: LocalTimeProps) {
  return (
    <time dateTime={time} data-local="">
      {text}
    </time>
  );
}
