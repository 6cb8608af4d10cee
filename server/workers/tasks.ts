// The tasks of worker threads. Each is a plain function of the folder that it belongs to.
export { parseStats } from '../backends/products';
export { compareList } from '../compare/compare-list';
export { readList } from '../compare/read-list';
export { formatCsv } from '../lists/csv';
export { sortTable } from '../lists/sort';
export { formatSheet } from '../lists/workbook';
export { joinPeople } from '../people/join';
