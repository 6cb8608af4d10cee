// Makes rendering fast, so that components can stay plain React. Each page is rendered by `renderToString`, but most of its
// HTML comes from caches: `Memo` caches parts that most pages of an administrator share (header, navigation, table heads) by
// their component and props. `Rows` renders one row of each shape, with placeholders for its texts, and then only inserts
// texts. Only the components that frame pages and lists use them (tests/unit/repository/architecture.test.ts has their
// names), never a page or a cell. The reasons are in docs/decisions/0013 and 0015.
export { createRenderCache, type RenderCache, type RowProps, renderHtml } from './cache';
export { Memo, Rows } from './elements';
