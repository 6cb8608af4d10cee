import type { SortTable } from '../lists/list';
import type * as parsers from './parsers';
import type { StatsResponse } from './wire';

type Parsed = { readonly [Name in keyof typeof parsers]: ReturnType<(typeof parsers)[Name]> };

export type Parsers = { readonly [Name in keyof Parsed]: (response: StatsResponse) => Parsed[Name] };

/** Tasks on large stats, which run on worker threads. */
export interface StatsTasks {
  readonly parse: <Name extends keyof Parsed>(name: Name, response: StatsResponse) => Promise<Parsed[Name]>;
  readonly sortTable: SortTable;
}
