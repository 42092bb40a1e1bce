/**
 * One sheet for all pages, light on every screen and made for paper too. Text keeps a contrast of at least 4.5 to 1 on its ground,
 * and no colour says anything that is not also written: every verdict has a sign and a word.
 */
export const STYLE = `
:root { --ink: #1a2230; --soft: #4e5a6e; --line: #d8dee8; --faint: #eef1f6; --paper: #ffffff; --wash: #f4f6f9; --link: #174ea6;
  --ok: #0b5d3b; --ok-wash: #e4f3eb; --bad: #9d1528; --bad-wash: #fdebed; --warn: #704600; --warn-wash: #fff2d6;
  --wait: #174a87; --wait-wash: #e6effa; --person: #563686; --person-wash: #efe9f8; --quiet-wash: #eceff4;
  --bar: #5b7fb4; --bar-soft: #c3d2e8; --bar-less: #b5651d; }
*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0; overflow-wrap: break-word; background: var(--wash); color: var(--ink); font: 0.9375rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', Arial, sans-serif;
  font-variant-numeric: tabular-nums lining-nums; }
.skip { position: absolute; left: -100vw; top: 0; padding: .5rem 1rem; background: var(--ink); color: #fff; z-index: 1; }
.skip:focus { left: 0; }
a { color: var(--link); text-underline-offset: .15em; }
:focus-visible { outline: 3px solid #1f6feb; outline-offset: 2px; border-radius: 2px; }
.wrap { max-width: 74rem; margin: 0 auto; padding: 1.25rem 1.5rem 3rem; }
h1, h2, h3, h4, p, dl, dd, figure, ul, ol { margin: 0; padding: 0; }
h1 { font-size: 1.75rem; line-height: 1.2; font-weight: 680; letter-spacing: -.015em; }
h1 small { display: block; font-size: .9375rem; font-weight: 500; color: var(--soft); letter-spacing: 0; margin-bottom: .125rem; }
h2 { font-size: 1.1875rem; line-height: 1.3; font-weight: 660; letter-spacing: -.005em; }
h3 { font-size: 1rem; line-height: 1.4; font-weight: 650; }
h4 { font-size: .9375rem; line-height: 1.4; font-weight: 620; }
code, .mono { font-family: ui-monospace, 'SF Mono', 'Cascadia Mono', 'Segoe UI Mono', 'Liberation Mono', monospace; font-size: .8125rem; }
.hint { color: var(--soft); font-size: .875rem; }
.break { overflow-wrap: anywhere; }
.top { display: flex; flex-wrap: wrap; align-items: flex-end; justify-content: space-between; gap: .5rem 2rem; padding-bottom: 1rem; }
.brand { display: flex; flex-wrap: wrap; gap: .25rem 1rem; justify-content: space-between; font-size: .8125rem; color: var(--soft); padding-bottom: 1rem; }
.brand strong { color: var(--ink); letter-spacing: .02em; }
main > section { background: var(--paper); border: 1px solid var(--line); border-radius: .625rem; padding: 1.125rem 1.25rem 1.25rem; margin-top: 1rem; }
section > h2 + .hint { margin-top: .125rem; }
section > .hint + *, section > h2 + :not(.hint) { margin-top: .75rem; }

.headline { display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: baseline; border-left: .375rem solid; border-radius: .375rem; padding: .75rem 1rem; }
.headline b { font-size: 1.125rem; font-weight: 680; }
.headline.ok { background: var(--ok-wash); color: var(--ok); border-color: var(--ok); }
.headline.bad { background: var(--bad-wash); color: var(--bad); border-color: var(--bad); }
.headline.warn { background: var(--warn-wash); color: var(--warn); border-color: var(--warn); }
.headline.wait { background: var(--wait-wash); color: var(--wait); border-color: var(--wait); }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(12.5rem, 1fr)); gap: .75rem; margin-top: .75rem; }
.tiles > div { background: var(--paper); border: 1px solid var(--line); border-radius: .625rem; padding: .75rem 1rem; }
.tiles dt { color: var(--soft); font-size: .8125rem; }
.tiles dd { font-size: 1.3125rem; line-height: 1.3; font-weight: 660; letter-spacing: -.01em; overflow-wrap: anywhere; }
.tiles dd.count { font-size: 1.0625rem; padding-top: .125rem; }

.badge { display: inline-flex; align-items: center; gap: .375rem; padding: .0625rem .5rem .0625rem .375rem; border-radius: 1rem; border: 1px solid; font-size: .8125rem; font-weight: 620; white-space: nowrap; line-height: 1.45; }
.badge i { font-style: normal; width: 1rem; text-align: center; font-weight: 700; }
.v-reconciled { color: var(--ok); background: var(--ok-wash); border-color: #a9d5be; }
.v-accepted { color: var(--person); background: var(--person-wash); border-color: #cbb9e6; }
.v-empty, .v-not-due { color: var(--soft); background: var(--quiet-wash); border-color: #ccd4df; }
.v-not-due { background: var(--paper); border-style: dotted; }
.v-provisional { color: var(--wait); background: var(--wait-wash); border-color: #aec8ea; }
.v-discrepant { color: var(--bad); background: var(--bad-wash); border-color: #e9a9b1; }
.v-failed { color: #fff; background: var(--bad); border-color: var(--bad); }
.v-incomplete, .v-not-pulled { color: var(--warn); background: var(--warn-wash); border-color: #e0bd74; border-style: dashed; }
.s-error { color: var(--bad); } .s-warning { color: var(--warn); } .s-info { color: var(--soft); }
.sev { display: inline-block; min-width: 6.5rem; margin-right: .25rem; font-size: .75rem; font-weight: 680; letter-spacing: .03em; text-transform: uppercase; }
.keep { white-space: nowrap; } .name { min-width: 7rem; overflow-wrap: anywhere; }
.open { min-width: 5.5rem; }
.cap::first-letter { text-transform: uppercase; } .close th, .close td { padding-top: .25rem; padding-bottom: .25rem; }
.tag { display: inline-block; font-size: .75rem; color: var(--soft); border: 1px solid var(--line); border-radius: .25rem; padding: 0 .3125rem; white-space: nowrap; }

.scroll { overflow-x: auto; } .scroll th, .scroll code { white-space: nowrap; }
.slide { overflow-x: auto; }
.halves { display: grid; gap: 1rem; } .halves > * { min-width: 0; }
table { border-collapse: collapse; width: 100%; font-size: .875rem; }
th, td { padding: .4375rem .625rem; text-align: left; vertical-align: baseline; border-bottom: 1px solid var(--faint); }
th:first-child, td:first-child { padding-left: 0; } th:last-child, td:last-child { padding-right: 0; }
thead th { color: var(--soft); font-weight: 560; font-size: .8125rem; border-bottom: 1px solid var(--line); vertical-align: bottom; }
tbody th { font-weight: 600; }
tfoot th, tfoot td { border-top: 1px solid var(--ink); border-bottom: 0; font-weight: 650; }
.n { text-align: right; white-space: nowrap; }
td.n { letter-spacing: -.005em; }
.off { color: var(--bad); font-weight: 650; }
.nil { color: var(--soft); }
.share { width: 38%; } .share svg { display: block; width: 100%; height: .625rem; }
caption { text-align: left; color: var(--soft); font-size: .8125rem; padding-bottom: .25rem; }

.action + .action { margin-top: 1.25rem; padding-top: 1.125rem; border-top: 1px solid var(--line); }
.action > .hint { margin-bottom: .5rem; }
.finding { padding: .5rem 0 0; }
.finding ul { list-style: none; margin-top: .25rem; border-left: 2px solid var(--line); padding-left: .75rem; }
.finding li { padding: .1875rem 0; display: grid; grid-template-columns: 5.25rem 1fr; gap: 0 .75rem; }
.finding li > b { font-weight: 600; white-space: nowrap; }
.sum { color: var(--soft); font-weight: 500; font-size: .875rem; }
.commands { list-style: none; } .commands li { padding: .1875rem 0; display: flex; flex-wrap: wrap; gap: .125rem .75rem; align-items: baseline; }
.commands code { background: var(--faint); border-radius: .25rem; padding: .125rem .4375rem; color: var(--ink); }

.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(29rem, 100%), 1fr)); gap: 1rem; }
.card { border: 1px solid var(--line); border-radius: .5rem; padding: .875rem 1rem 1rem; min-width: 0; }
.card.wide { grid-column: 1 / -1; }
.card > header { display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: center; justify-content: space-between; margin-bottom: .625rem; }
.card > header h3 { display: flex; gap: .625rem; align-items: center; }
.card > header h3 .cycle { font-size: 1.0625rem; }
.two { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem 2rem; align-items: start; }
.fall { display: grid; grid-template-columns: auto minmax(3rem, 1fr) auto; column-gap: .875rem; align-content: start; font-size: .875rem; }
.fall > span { grid-column: 1; height: 1.75rem; line-height: 1.75rem; white-space: nowrap; }
.fall > .v { grid-column: 3; text-align: right; }
.fall > svg { grid-column: 2; grid-row: 1 / span 6; display: block; width: 100%; }
.rows-1 > svg { height: 1.75rem; } .rows-2 > svg { height: 3.5rem; } .rows-3 > svg { height: 5.25rem; }
.rows-4 > svg { height: 7rem; } .rows-5 > svg { height: 8.75rem; } .rows-6 > svg { height: 10.5rem; }
.fall > .result { font-weight: 650; }
.note { font-size: .875rem; margin-top: .625rem; }
.note.bad { color: var(--bad); font-weight: 600; }
.facts { display: flex; flex-wrap: wrap; gap: .125rem 1.25rem; margin-top: .625rem; font-size: .8125rem; color: var(--soft); }
.causes { list-style: none; margin-top: .375rem; } .causes li { padding: .25rem 0; }

.axis { stroke: #8f9bb0; stroke-width: 1; vector-effect: non-scaling-stroke; }
.join { stroke: #9aa6ba; stroke-width: 1; stroke-dasharray: 2 2; vector-effect: non-scaling-stroke; }
.b-reported { fill: var(--bar); } .b-ours { fill: var(--bar-soft); } .b-less { fill: var(--bar-less); } .b-more { fill: #3f8f6a; } .b-off { fill: #b3192f; }
.chart { display: block; width: 100%; height: auto; }
.chart text { font-size: 12px; fill: var(--soft); }
.chart .peak { fill: var(--ink); font-weight: 600; }
.grid { stroke: var(--faint); stroke-width: 1; }

.days { display: flex; flex-wrap: wrap; gap: 1.25rem 2.5rem; align-items: flex-start; }
.month table { width: auto; font-size: .8125rem; }
.month th, .month td { padding: .1875rem .1875rem; border-bottom: 1px solid var(--faint); }
.month tbody th { padding-right: .625rem; font-weight: 500; white-space: nowrap; }
.month tbody th span { color: var(--soft); display: inline-block; width: 2.5rem; }
.month tbody tr.week > * { border-top: 1px solid var(--line); }
.month thead th { text-align: center; } .month thead th:first-child { text-align: left; }
.month .n { padding-left: .875rem; } .month thead th.n { text-align: right; }
.cell { display: inline-flex; width: 1.75rem; height: 1.5rem; align-items: center; justify-content: center; border: 1px solid; border-radius: .25rem; font-weight: 700; font-size: .8125rem; vertical-align: middle; }
.legend { list-style: none; display: grid; grid-template-columns: repeat(auto-fill, minmax(min(21rem, 100%), 1fr)); gap: .375rem 1.5rem; font-size: .875rem; }
.legend li { display: flex; gap: .5rem; align-items: baseline; } .legend .badge { flex: none; }
details > summary { cursor: pointer; font-weight: 600; padding: .25rem 0; }
footer { color: var(--soft); font-size: .8125rem; padding-top: 1rem; display: flex; flex-wrap: wrap; gap: .125rem 1rem; }
.bars { display: block; width: 100%; height: 8.5rem; margin-top: .25rem; }
.peak { font-size: .875rem; font-weight: 600; }
.ends { display: flex; justify-content: space-between; font-size: .8125rem; color: var(--soft); }
.after { margin-top: 1.25rem; margin-bottom: .375rem; }
.f-error { fill: #b3192f; } .f-warning { fill: #d39a2c; } .f-info { fill: #aab4c4; }
main > .halves { gap: 0 1rem; }
main > .halves > section { background: var(--paper); border: 1px solid var(--line); border-radius: .625rem; padding: 1.125rem 1.25rem 1.25rem; margin-top: 1rem; min-width: 0; }

@media (min-width: 60rem) {

  .two { grid-template-columns: minmax(0, 11fr) minmax(0, 10fr); }
  .halves { grid-template-columns: 1fr 1fr; gap: 1rem 2.5rem; }
}
@media (max-width: 47.99rem) {
  .wrap { padding: 1rem .5rem 2rem; }
  main > section { padding: 1rem .75rem; }
  h1 { font-size: 1.4375rem; }
  .tiles { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: .5rem; }
  .tiles > div { padding: .625rem .75rem; }
  .tiles dd { font-size: 1rem; }
  .far { display: none; }
  .card { padding: .625rem .5rem; }
  .fall { column-gap: .5rem; font-size: .75rem; }
  .glance thead th { white-space: normal; } .glance { font-size: .75rem; } .glance th, .glance td { padding: .375rem .25rem; }
  .finding li { grid-template-columns: 1fr; }
  .sev { min-width: 0; margin-right: .5rem; }
  table { font-size: .8125rem; } th, td { padding: .375rem .375rem; }
  .days { gap: 1.25rem; }
  .month { min-width: 0; } .month table { font-size: .75rem; } .month tbody th { padding-right: .25rem; } .month tbody th span { display: none; }
  .cell { width: 1.5rem; } .month th, .month td { padding: .1875rem .125rem; }
  main > .halves > section { padding: 1rem .875rem; }
  .compare { font-size: .75rem; } .compare th, .compare td { padding: .375rem .0625rem; } .compare thead th { font-size: .6875rem; }
  .badge { font-size: .75rem; padding-right: .375rem; }
  .scroll table { min-width: 44rem; }
  .proof, .proof tbody, .proof tr, .proof td, .proof th { display: block; padding: 0; border: 0; } .proof thead { display: none; }
  .proof tr { padding: .5rem 0; border-bottom: 1px solid var(--faint); } .proof td:empty { display: none; }
}
/* The account with the operator: one sheet of letter paper, to be signed. */
.sheet { max-width: 52rem; }
.account { margin-top: .75rem; font-size: .875rem; }
.account th, .account td { padding: .125rem .5rem; }
.account tbody th { font-weight: 400; text-align: left; }
.account tbody th[scope=rowgroup] { font-weight: 650; padding-top: .5rem; }
.account .sum > * { font-weight: 650; border-top: 1px solid var(--ink); }
.sign { display: grid; grid-template-columns: repeat(3, 1fr); gap: 1.5rem; margin-top: 3.5rem; break-inside: avoid; }
.sign > div { border-top: 1px solid var(--ink); padding-top: .25rem; } .sign small { display: block; color: var(--soft); }
@page { size: A4; margin: 14mm 12mm; }
@media print {
  html { font-size: 11.5px; }
  body { background: #fff; }
  * { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
  .wrap { max-width: none; padding: 0; }
  .skip, .screen { display: none; }
  main > section { border: 0; border-top: 1px solid var(--line); border-radius: 0; padding: .875rem 0 0; margin-top: 1rem; }
  .tiles { grid-template-columns: repeat(4, 1fr); }
  .two { grid-template-columns: minmax(0, 11fr) minmax(0, 10fr); }
  .halves { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem 2.5rem; }
  .far { display: table-cell; }
  .scroll, .slide { overflow: visible; }
  .card, .finding, .tiles, .headline, tr, .month, figure { break-inside: avoid; }
  h2, h3, h4, thead, .hint { break-after: avoid; }
  a { color: inherit; text-decoration: none; }
  details::details-content { content-visibility: visible; block-size: auto; }
}
`
