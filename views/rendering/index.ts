// What makes pages fast, so that components can stay plain React. A page is rendered by `renderToString` each time, but most of
// it is known: `Memo` keeps the HTML of parts that are the same on most pages of an administrator (header, navigation, table heads),
// found by all of their properties; `Rows` renders one row of each shape, with marks in place of its texts, and fills in the
// texts of the others. Only frames of pages and lists use the two (tests/unit/architecture.test.ts has their names): pages never
// need to. docs/decisions/0013 and 0015 have the reasons.
export { createRenderCache, type RenderCache, type RowProps, renderHtml } from './cache';
export { Memo } from './Memo';
export { Rows } from './Rows';
