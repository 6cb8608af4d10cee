/** The stylesheet of the sandbox's pages, based on the portal's design tokens. */
export const inboxStyles = `
:root {
  color-scheme: light dark;
  --bg: #f6f7f9; --surface: #ffffff; --line: #e3e6eb; --line-strong: #8a94a3;
  --text: #16202e; --muted: #566273; --accent: #1f4fd1; --soft: #eaf0ff; --on-accent: #ffffff;
  --warning: #fff1c9;
}
@media (prefers-color-scheme: dark) {
  :root {
    --bg: #0f1318; --surface: #171c23; --line: #2a323d; --line-strong: #6b7686;
    --text: #e8ecf2; --muted: #9aa6b6; --accent: #8fb0ff; --soft: #1c2945; --on-accent: #0f1318;
    --warning: #4a3608;
  }
}
*, ::before, ::after { box-sizing: border-box; }
body {
  margin: 0; background: var(--bg); color: var(--text);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
h1, h2 { margin: 0 0 4px; font-weight: 650; line-height: 1.25; }
h1 { font-size: 1.6rem; }
h2 { font-size: 1.07rem; }
p { margin: 0; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.muted { color: var(--muted); }
.small { font-size: 0.87rem; }

nav { display: flex; flex-wrap: wrap; gap: 8px; }
header {
  display: flex; align-items: center; justify-content: space-between; gap: 16px; min-height: 80px;
  padding: 12px 32px; background: var(--surface); border-bottom: 1px solid var(--line);
}
.brand { display: flex; align-items: center; gap: 12px; font-weight: 650; }
.brand svg {
  flex: none; width: 36px; height: 36px; padding: 8px; border-radius: 10px; background: var(--accent); color: var(--on-accent);
}
main {
  display: grid; grid-template-columns: minmax(0, 7fr) minmax(0, 5fr); gap: 32px; align-items: start;
  max-width: 1440px; margin: 0 auto; padding: 32px;
}
.card { background: var(--surface); border: 1px solid var(--line); border-radius: 10px; }

.button, button {
  display: inline-flex; align-items: center; justify-content: center; min-height: 38px; padding: 6px 16px;
  border: 1px solid var(--line-strong); border-radius: 8px; background: var(--surface); color: var(--text);
  font: inherit; font-weight: 600; text-decoration: none; cursor: pointer; white-space: nowrap;
}
.button:hover, button:hover { background: var(--soft); }
button.primary, .button.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
button.primary:hover, .button.primary:hover { text-decoration: underline; }
.button.large { min-height: 48px; padding: 10px 28px; font-size: 1.07rem; }

.banner {
  display: flex; flex-wrap: wrap; align-items: center; gap: 16px; padding: 12px 32px;
  background: var(--warning); border-bottom: 1px solid var(--line-strong);
}
.banner svg { flex: none; }
.banner div { flex: 1 1 240px; }
.banner ul { margin: 4px 0 0; padding-left: 20px; }
.fault { display: grid; gap: 8px; margin-top: 20px; padding: 20px; }
.fault label { font-weight: 600; font-size: 0.87rem; }
.fault :is(select, input) {
  min-width: 0; min-height: 38px; padding: 6px 12px; font: inherit; color: inherit; background: var(--surface);
  border: 1px solid var(--line-strong); border-radius: 8px;
}
.fault button { margin-top: 8px; justify-self: start; }

.filter { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; margin: 20px 0 12px; }
.filter label { font-weight: 600; font-size: 0.87rem; }
.filter input {
  flex: 1 1 200px; max-width: 320px; min-width: 0; min-height: 38px; padding: 6px 12px; font: inherit;
  color: inherit; background: var(--surface); border: 1px solid var(--line-strong); border-radius: 8px;
}
.filter input::placeholder { color: var(--muted); opacity: 1; }
.filter .count { margin-left: auto; font-size: 0.87rem; font-variant-numeric: tabular-nums; }

.mails { list-style: none; margin: 0; padding: 0; }
.mails li + li { border-top: 1px solid var(--line); }
summary {
  display: grid; grid-template-columns: auto minmax(0, 1fr) auto; column-gap: 12px; padding: 14px 20px;
  list-style: none; cursor: pointer;
}
summary::-webkit-details-marker { display: none; }
summary::before { content: "▸"; width: 12px; grid-row: 1 / 3; align-self: center; color: var(--muted); }
details[open] > summary::before { content: "▾"; }
summary:hover { background: var(--soft); }
li:first-child summary { border-radius: 10px 10px 0 0; }
.subject { font-weight: 600; overflow-wrap: anywhere; }
summary time { color: var(--muted); font-size: 0.87rem; font-variant-numeric: tabular-nums; }
.to { grid-column: 2 / 4; color: var(--muted); font-size: 0.87rem; overflow-wrap: anywhere; }
.body { display: grid; gap: 16px; padding: 20px 20px 28px 44px; border-top: 1px solid var(--line); }
.body p { max-width: 62ch; overflow-wrap: anywhere; white-space: pre-line; }
.body .address { font-family: ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere; user-select: all; }

table { border-collapse: collapse; width: 100%; text-align: start; }
th, td { padding: 10px 16px; text-align: start; vertical-align: top; border-top: 1px solid var(--line); }
th { font-size: 0.87rem; font-weight: 600; color: var(--muted); white-space: nowrap; }
.accounts { display: table; border-collapse: separate; border-spacing: 0; margin-top: 20px; }
.accounts thead th { border-top: 0; }
.accounts td { overflow-wrap: anywhere; }
.accounts td:first-child { width: 55%; }
.accounts code { font: inherit; font-weight: 600; user-select: all; }
.preview { max-height: 420px; overflow: auto; border: 1px solid var(--line); border-radius: 8px; min-width: 0; }
.preview table { font-size: 0.87rem; }
.preview caption { padding: 8px 16px; text-align: start; color: var(--muted); }
.preview td { min-width: 18ch; max-width: 28ch; overflow-wrap: break-word; white-space: pre-line; }
.preview td:first-child { min-width: 0; }
.preview td:nth-child(3) { min-width: 32ch; max-width: 40ch; }
.preview :is(th, td):nth-child(n + 5) { min-width: 0; text-align: end; font-variant-numeric: tabular-nums; }

.empty { display: grid; justify-items: center; gap: 8px; padding: 48px 20px; text-align: center; }
.empty svg { width: 32px; height: 32px; color: var(--muted); }
.empty .button { margin-top: 8px; }

@media (max-width: 1000px) {
  main { grid-template-columns: minmax(0, 1fr); }
}
@media (max-width: 760px) {
  header { min-height: 64px; padding: 8px 16px; }
  .banner { padding: 12px 16px; }
  header .button { white-space: normal; text-align: center; }
  main { padding: 20px 16px; gap: 28px; }
  summary { padding: 12px 16px; grid-template-columns: auto minmax(0, 1fr); }
  summary::before { grid-row: 1 / 4; }
  .to, summary time { grid-column: 2; }
  .body { padding: 16px; }
  .button.large { width: 100%; }
  .filter label { flex-basis: 100%; }
  th, td { padding: 10px 12px; }
  .accounts thead { display: none; }
  .accounts tr { display: block; padding: 10px 16px; }
  .accounts tr + tr { border-top: 1px solid var(--line); }
  .accounts tbody, .accounts td:is(td, :first-child) { display: block; width: auto; padding: 0; border: 0; }
}
@media (pointer: coarse) {
  .button, button, .filter input, .fault :is(select, input) { min-height: 44px; }
}
`;
