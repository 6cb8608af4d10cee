import type { SortTable } from '../lists/list';
import type * as parsers from './parsers';
import type { Body } from './wire';

type Parsers = typeof parsers;

/** What each parser returns. */
export type Parsed = { readonly [Name in keyof Parsers]: ReturnType<Parsers[Name]> };

/** Tasks on large stats, which run on worker threads. */
export interface StatsTasks {
  /** Parses the body of a response with the parser of this name. */
  readonly parse: <Name extends keyof Parsed>(name: Name, body: Body) => Promise<Parsed[Name]>;
  readonly sortTable: SortTable;
}
