/** Each row of a wide table becomes a block with a line for each sum and its name: no number is cut or out of sight. */
const PHONE_STYLE = `
@media screen and (max-width: 59.99rem) {
  .stack, .stack tbody, .stack tr, .stack th, .stack td { display: block; }
  .stack thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .stack tr { padding: .5rem 0; border-bottom: 1px solid var(--line); }
  .stack tr > * { border: 0; padding: .0625rem 0; }
  .stack tr > :empty { display: none; }
  .stack td[data-label] { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; text-align: right; }
  .stack td[data-label]::before { content: attr(data-label); color: var(--soft); font-weight: 400; text-align: left; white-space: normal; }
  .stack th[data-label]::before { content: attr(data-label) ' '; }
  .stack td[data-label]:empty { display: none; } .stack td.n > .about { flex: 0 0 100%; }
  .stack .amount { text-align: left; font-size: 1rem; } .what { width: auto; }
  .stack caption { display: block; } .stack .sum > :empty { display: none; }
  .stack .sum { border-top: 1px solid var(--ink); } .stack .sum > * { border-top: 0; }
  .stack .total { border-top: 1px solid var(--ink); } .glance tbody + tbody > tr:first-child > * { padding-top: .0625rem; }
}
@media screen and (max-width: 47.99rem) {
  .wrap { padding: 1rem .5rem 2rem; }
  main > section { padding: 1rem .75rem; }
  h1 { font-size: 1.4375rem; }
  .far { display: none; }
  .card { padding: .625rem .5rem; }
  .fall { column-gap: .5rem; font-size: .75rem; }
  .fall > span { white-space: normal; line-height: 1.1; align-content: center; } .fall > .v { white-space: nowrap; }
  table { font-size: .8125rem; } th, td { padding: .375rem .25rem; }
  .compare { font-size: .75rem; } .compare thead th { font-size: .6875rem; }
  .account, .account .sum { font-size: .8125rem; } .account th, .account td { padding-left: .125rem; padding-right: .125rem; }
  .badge { font-size: .75rem; padding-right: .375rem; }
  .calendar td { height: 3.5rem; } .calendar td > * { padding: .125rem; }
  .calendar span > span, .calendar a > span, .calendar em { font-size: .625rem; letter-spacing: -.02em; white-space: nowrap; } .calendar small { font-size: .5625rem; }
  .proof, .proof tbody, .proof tr, .proof td, .proof th { display: block; padding: 0; border: 0; } .proof thead { display: none; }
  .proof tr { padding: .5rem 0; border-bottom: 1px solid var(--faint); } .proof td:empty { display: none; }
}
@media screen and (max-width: 24rem) {
  .account, .account .sum { font-size: .75rem; }
  .fall { grid-template-columns: minmax(0, 1fr) auto; } .fall > svg, .fall > .axis-ends { display: none; } .fall > .v { grid-column: 2; }
  .compare, .compare tbody, .compare tr, .compare th, .compare td { display: block; } .compare thead { display: none; } .compare td:empty { display: none; }
  .compare .total > * { border-top: 0; } .compare .total > th { border-top: 1px solid var(--ink); }
  .calendar span > span, .calendar a > span, .calendar em { white-space: normal; line-height: 1.1; }
  .compare td[data-label] { display: flex; justify-content: space-between; } .compare td[data-label]::before { content: attr(data-label); color: var(--soft); font-weight: 400; }
}
`

/**
 * Letter paper (carta) with a running head and page numbers; the head is set by the document (document.tsx). Collapsed
 * parts are expanded, but for what few need (`fold`), which only a pack prints (`whole`).
 */
const PAPER_STYLE = `
@page { size: letter; margin: 16mm 14mm 15mm; }
@media print {
  html { font-size: 11px; }
  body { background: #fff; }
  * { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
  .wrap { max-width: none; padding: 0 1px; }
  .skip, .screen { display: none; }
  main > section { border: 0; border-top: 1px solid var(--line); border-radius: 0; padding: .875rem 0 0; margin-top: 1rem; }
  .two { grid-template-columns: minmax(0, 11fr) minmax(0, 10fr); }
  .halves { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem 2.5rem; }
  .glance { font-size: .8125rem; } .glance th, .glance td { padding-left: .25rem; padding-right: .25rem; } .glance .badge { font-size: .6875rem; padding: 0 .25rem; }
  .invoices { font-size: .75rem; } .invoices code { overflow-wrap: anywhere; }
  .account { font-size: .8125rem; margin-top: .5rem; } .account th, .account td { padding-top: .0625rem; padding-bottom: .0625rem; line-height: 1.35; } .sign { margin-top: 3.25rem; }
  .further { break-before: page; margin-top: 0; } .further .account { font-size: .8125rem; }
  .calendar td { height: 3.5rem; } .calendar td > * { padding: .125rem; } .calendar em { font-size: .6875rem; letter-spacing: -.02em; }
  .close th, .close td, .proof th, .proof td { padding-top: .1875rem; padding-bottom: .1875rem; }
  .card, .headline, .tiles li, tr, .month, figure, .fall, .balance, .ages, .payout-days, .halves > *, .glance tbody { break-inside: avoid; }
  h2, h3, h4, thead, .hint, caption { break-after: avoid; }
  a { color: inherit; text-decoration: none; }
  details::details-content { content-visibility: visible; block-size: auto; } .fold:not([open]) { display: none; } .whole .fold { display: block; }
  summary { list-style: none; }
}
`

/**
 * The style sheet of all pages, for light and dark screens, small screens, and paper. The contrast of text is at least
 * 4.5 to 1, and colour never carries information alone: every verdict has a sign and a word.
 */
const SCREEN = `
:root { color-scheme: light dark; --ink: #1a2230; --soft: #4e5a6e; --line: #d8dee8; --faint: #eef1f6; --paper: #ffffff; --wash: #f4f6f9; --link: #174ea6;
  --ok: #0b5d3b; --ok-wash: #e4f3eb; --bad: #9d1528; --bad-wash: #fdebed; --warn: #704600; --warn-wash: #fff2d6;
  --wait: #174a87; --wait-wash: #e6effa; --person: #563686; --person-wash: #efe9f8; --quiet-wash: #eceff4;
  --bar: #5b7fb4; --bar-part: #b5651d; --bar-off: #b3192f; --axis: #8f9bb0; --focus: #1f6feb;
  --shade-1: #edf3fb; --shade-2: #dee9f8; --shade-3: #cfdff4; --shade-4: #c0d5f1; --shade-5: #b1cbee; }
@media screen and (prefers-color-scheme: dark) {
  :root { --ink: #e8ecf3; --soft: #a9b4c6; --line: #38414f; --faint: #272e39; --paper: #171c24; --wash: #10141a; --link: #8ab4f8;
    --ok: #7ed3a8; --ok-wash: #12301f; --bad: #ff9aa6; --bad-wash: #3a1218; --warn: #f0c36b; --warn-wash: #33270c;
    --wait: #9cc3f5; --wait-wash: #13263d; --person: #c9b0ee; --person-wash: #2a1f3d; --quiet-wash: #242b36;
    --bar: #7f9fd0; --bar-part: #dd9250; --bar-off: #ff6b7c; --axis: #6d788b; --focus: #7fb0ff;
    --shade-1: #182437; --shade-2: #1b2d49; --shade-3: #1e365b; --shade-4: #21406e; --shade-5: #244981; }
}
*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0; overflow-wrap: break-word; background: var(--wash); color: var(--ink); font: 0.9375rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', Arial, sans-serif;
  font-variant-numeric: tabular-nums lining-nums; }
.skip { position: absolute; left: -100vw; top: 0; padding: .5rem 1rem; background: var(--ink); color: var(--paper); z-index: 1; }
.skip:focus { left: 0; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
a { color: var(--link); text-underline-offset: .15em; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: 2px; }
.wrap { max-width: 78rem; margin: 0 auto; padding: 1.25rem 1.5rem 3rem; }
h1, h2, h3, h4, p, dl, dd, figure, ul, ol, pre { margin: 0; padding: 0; }
h1 { font-size: 1.75rem; line-height: 1.2; font-weight: 680; letter-spacing: -.015em; }
h1 small { display: block; font-size: .9375rem; font-weight: 500; color: var(--soft); letter-spacing: 0; margin-bottom: .125rem; }
h2 { font-size: 1.1875rem; line-height: 1.3; font-weight: 660; letter-spacing: -.005em; }
h3 { font-size: 1rem; line-height: 1.4; font-weight: 650; }
h4 { font-size: .9375rem; line-height: 1.4; font-weight: 620; }
code, .mono { font-family: ui-monospace, 'SF Mono', 'Cascadia Mono', 'Segoe UI Mono', 'Liberation Mono', monospace; font-size: .8125rem; }
.hint { color: var(--soft); font-size: .875rem; }
.break { overflow-wrap: anywhere; } .calendar span, .calendar em { overflow-wrap: normal; }
.top { display: flex; flex-wrap: wrap; align-items: flex-end; justify-content: space-between; gap: .5rem 2rem; padding-bottom: 1rem; }
.brand, .ways { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; font-size: .8125rem; color: var(--soft); }
.brand { justify-content: space-between; padding-bottom: 1rem; } .brand strong { color: var(--ink); letter-spacing: .02em; }
main > section { background: var(--paper); border: 1px solid var(--line); border-radius: .625rem; padding: 1.125rem 1.25rem 1.25rem; margin-top: 1rem; }
section > h2 + .hint { margin-top: .125rem; }
section > .hint + *, section > h2 + :not(.hint) { margin-top: .75rem; }

.headline { border-left: .375rem solid; border-radius: .375rem; padding: .75rem 1rem; }
.headline b { font-size: 1.125rem; font-weight: 680; }
.headline.good { background: var(--ok-wash); color: var(--ok); border-color: var(--ok); }
.headline.bad { background: var(--bad-wash); color: var(--bad); border-color: var(--bad); }
.headline.warning { background: var(--warn-wash); color: var(--warn); border-color: var(--warn); }
.headline.neutral { background: var(--wait-wash); color: var(--wait); border-color: var(--wait); }

.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); gap: 1rem; list-style: none; }
.tiles li { border-top: .375rem solid var(--bad); border-radius: .375rem; background: var(--bad-wash); padding: .625rem 1rem .75rem; }
.tiles h2 { font-size: .9375rem; color: var(--bad); } .tiles b { font-size: 1.25rem; font-weight: 680; white-space: nowrap; }
.tiles svg { display: block; width: 100%; height: .375rem; margin: .25rem 0; } .tiles rect { fill: var(--bad); } .tiles .b-hollow { fill: var(--paper); stroke: none; }
.tiles .quiet { border-color: var(--line); background: var(--paper); } .tiles .quiet h2 { color: var(--soft); }

.badge { display: inline-flex; align-items: center; gap: .375rem; padding: .0625rem .5rem .0625rem .375rem; border-radius: 1rem; border: 1px solid; font-size: .8125rem; font-weight: 620; white-space: nowrap; line-height: 1.45; }
.badge i { font-style: normal; width: 1rem; text-align: center; font-weight: 700; }
.v-reconciled { color: var(--ok); background: var(--ok-wash); }
.v-accepted, .v-claimed, .v-as-it-is { color: var(--person); background: var(--person-wash); }
.v-empty { color: var(--soft); background: var(--quiet-wash); }
.v-not-due { color: var(--soft); background: var(--paper); border-style: dotted; }
.v-provisional { color: var(--wait); background: var(--wait-wash); border-style: dashed; }
.v-late { color: var(--bad); background: var(--bad-wash); border-style: dashed; }
.v-not-compared { color: var(--bad); background: var(--paper); border-style: dashed; }
.v-discrepant, .v-exceptions { color: var(--bad); background: var(--bad-wash); }
.v-failed { color: var(--bad); background: var(--paper); border-width: 2px; }
.v-incomplete, .v-not-pulled { color: var(--warn); background: var(--warn-wash); border-style: dashed; }
.s-error { color: var(--bad); } .s-warning { color: var(--warn); } .s-info { color: var(--soft); }
.sev { margin-right: .25rem; font-size: .75rem; font-weight: 680; letter-spacing: .03em; text-transform: uppercase; }
.keep { white-space: nowrap; } .name { min-width: 7rem; overflow-wrap: anywhere; }
.cap::first-letter { text-transform: uppercase; } .close th, .close td { padding-top: .25rem; padding-bottom: .25rem; }

.halves { display: grid; gap: 1rem; } .halves > * { min-width: 0; }
table { border-collapse: collapse; width: 100%; font-size: .875rem; }
th, td { padding: .4375rem .625rem; text-align: left; vertical-align: baseline; border-bottom: 1px solid var(--faint); }
th:first-child, td:first-child { padding-left: 0; } th:last-child, td:last-child { padding-right: 0; }
thead th { color: var(--soft); font-weight: 560; font-size: .8125rem; border-bottom: 1px solid var(--line); vertical-align: bottom; }
tbody th { font-weight: 600; }
.total > * { border-top: 1px solid var(--ink); font-weight: 650; }
.n { text-align: right; } td.n { white-space: nowrap; letter-spacing: -.005em; }
.off { color: var(--bad); font-weight: 650; }
.nil { color: var(--soft); }
.share { width: 26%; } .share svg { display: block; width: 100%; height: .625rem; }
caption { text-align: left; color: var(--soft); font-size: .8125rem; padding-bottom: .25rem; }
.glance tbody + tbody > tr:first-child > * { padding-top: 1rem; }
.amount { font-weight: 650; } .what { width: 55%; } .troubled .badge { margin-right: .25rem; } td > details { margin-top: 0; } td > details > summary { font-size: .8125rem; font-weight: 500; color: var(--soft); }
.says, .id { display: block; } .says + b { margin-top: .25rem; display: inline-block; }
.about { display: block; color: var(--soft); font-size: .8125rem; }
.sum { color: var(--soft); font-weight: 500; font-size: .875rem; }
.links { list-style: none; display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; margin-top: .75rem; } .commands { list-style: none; } .commands li { padding: .1875rem 0; }
.commands code { display: inline-block; background: var(--faint); border-radius: .25rem; padding: .125rem .4375rem; color: var(--ink); overflow-wrap: anywhere; }
.letter { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; font-size: .875rem; border: 1px solid var(--line); border-radius: .375rem; padding: .75rem 1rem; margin-top: .375rem; }

.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(29rem, 100%), 1fr)); gap: 1rem; }
.card { border: 1px solid var(--line); border-radius: .5rem; padding: .875rem 1rem 1rem; min-width: 0; }
.card.wide { grid-column: 1 / -1; }
.card > header { display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: center; justify-content: space-between; margin-bottom: .625rem; }
.card > header h3 { display: flex; flex-wrap: wrap; gap: .25rem .625rem; align-items: center; }
.two { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem 2rem; align-items: start; }
.fall { display: grid; grid-template-columns: auto minmax(3rem, 1fr) auto; column-gap: .875rem; align-content: start; font-size: .875rem; }
.fall > span { grid-column: 1; height: 1.75rem; line-height: 1.75rem; white-space: nowrap; }
.fall > .v { grid-column: 3; text-align: right; }
.fall > svg { grid-column: 2; grid-row: 1 / span 10; display: block; width: 100%; overflow: visible; }
.rows-1 > svg { height: 1.75rem; } .rows-2 > svg { height: 3.5rem; } .rows-3 > svg { height: 5.25rem; } .rows-4 > svg { height: 7rem; } .rows-5 > svg { height: 8.75rem; }
.rows-6 > svg { height: 10.5rem; } .rows-7 > svg { height: 12.25rem; } .rows-8 > svg { height: 14rem; } .rows-9 > svg { height: 15.75rem; } .rows-10 > svg { height: 17.5rem; }
.fall > .result { font-weight: 650; }
.axis-ends { grid-column: 2; display: grid; grid-template-columns: repeat(3, 1fr); color: var(--soft); font-size: .75rem; white-space: nowrap; }
.axis-ends > :nth-child(2) { text-align: center; } .axis-ends > :nth-child(3) { text-align: right; }
.note { font-size: .875rem; margin-top: .625rem; }
.note.bad { color: var(--bad); font-weight: 600; }
.facts { display: flex; flex-wrap: wrap; gap: .125rem 1.25rem; margin-top: .625rem; font-size: .8125rem; color: var(--soft); }
.causes { list-style: none; margin-top: .375rem; } .causes li { padding: .25rem 0; }

.axis { stroke: var(--axis); stroke-width: 1; vector-effect: non-scaling-stroke; }
.grid { stroke: var(--line); stroke-width: 1; vector-effect: non-scaling-stroke; }
.join { stroke: var(--axis); stroke-width: 1; stroke-dasharray: 2 2; vector-effect: non-scaling-stroke; }
.b-level { fill: var(--bar); } .b-part { fill: var(--bar-part); } .b-difference { fill: var(--bar-off); }
.b-hollow { fill: none; stroke: var(--bar); stroke-width: 1.5; stroke-dasharray: 4 3; vector-effect: non-scaling-stroke; }

.strip { margin-top: .75rem; } .strip svg { display: block; width: 100%; height: 1rem; } .strip-open { fill: var(--bad-wash); }
.month + .month, details .month { margin-top: 1.5rem; padding-top: 1.25rem; border-top: 1px solid var(--line); }
.month .headline { margin: .5rem 0 .875rem; padding: .5rem .75rem; } .month .headline b { font-size: .9375rem; }
.calendar { table-layout: fixed; border-collapse: separate; border-spacing: 2px; }
.calendar th { text-align: center; padding: .125rem 0; border: 0; }
.calendar td { height: 4.25rem; padding: 0; vertical-align: top; border: 1px solid var(--line); border-radius: .25rem; }
.calendar td.none { border-color: transparent; color: var(--soft); padding: .1875rem .3125rem; font-size: .75rem; }
.calendar td > * { display: block; height: 100%; padding: .1875rem .3125rem; color: var(--ink); text-decoration: none; line-height: 1.3; }
.calendar td > a:hover { text-decoration: underline; }
.calendar b { font-size: .75rem; font-weight: 600; } .calendar i { float: right; font-style: normal; font-weight: 700; font-size: .8125rem; }
.calendar span > span, .calendar a > span { display: block; white-space: nowrap; font-size: .8125rem; } .calendar em { display: block; line-height: 1.15; font-style: normal; font-weight: 700; font-size: .8125rem; color: var(--bad); }
.calendar small { display: block; font-size: .6875rem; overflow: hidden; text-overflow: ellipsis; }
.shade-1 { background: var(--shade-1); } .shade-2 { background: var(--shade-2); } .shade-3 { background: var(--shade-3); } .shade-4 { background: var(--shade-4); } .shade-5 { background: var(--shade-5); }
.calendar td.bad { border: 2px dashed var(--bar-off); } .calendar td.differs { border: 2px solid var(--bar-off); } .calendar td.warning { border: 2px dashed var(--warn); } .calendar td.warning.shade-0 { background: var(--warn-wash); }
.calendar td.neutral { border-style: dashed; border-color: var(--wait); }
.balance + .balance { margin-top: .75rem; } .balance th { font-weight: 500; } .balance .total th { font-weight: 650; }

.legend { list-style: none; display: grid; grid-template-columns: repeat(auto-fill, minmax(min(21rem, 100%), 1fr)); gap: .375rem 1.5rem; font-size: .875rem; }
.legend li { display: flex; gap: .5rem; align-items: baseline; } .legend .badge { flex: none; }
details { margin-top: .5rem; } section > details:first-child { margin-top: 0; } details > summary { cursor: pointer; font-weight: 600; padding: .25rem 0; }
footer { color: var(--soft); font-size: .8125rem; padding-top: 1rem; display: flex; flex-wrap: wrap; gap: .125rem 1rem; }
.after { margin-top: 1.25rem; margin-bottom: .375rem; }

.dots svg { display: block; width: 100%; max-width: 42rem; } .multiple svg { display: block; width: 100%; overflow: visible; }
.dots text { font-size: 10px; fill: var(--ink); } .dots .tick, .dots .axis-name { font-size: 9px; fill: var(--soft); } .dots .dot-name { font-weight: 650; fill: var(--bad); stroke: var(--paper); stroke-width: 3px; paint-order: stroke; }
.diagonal { stroke: var(--axis); stroke-width: 1; stroke-dasharray: 4 3; vector-effect: non-scaling-stroke; }
.dot { fill: none; stroke: var(--bar); stroke-width: 1.25; vector-effect: non-scaling-stroke; } .dot.off { fill: var(--bar-off); stroke: var(--bar-off); } .dot.charged { fill: var(--bar-part); stroke: none; }
.rate { fill: none; stroke: var(--bar); stroke-width: 2; vector-effect: non-scaling-stroke; }
.multiples { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(14rem, 100%), 1fr)); gap: 1rem 1.5rem; }
.multiple figcaption { font-size: .8125rem; } .multiple-ends { display: flex; justify-content: space-between; color: var(--soft); font-size: .75rem; }

/* The account with the operator: a sheet of letter paper to be signed, with further ones for a long list. */
.sheet { max-width: 52rem; } .further { margin-top: 2rem; }
.sheet h2.caption { font-size: .8125rem; font-weight: 400; line-height: 1.5; color: var(--soft); margin: .75rem 0 .25rem; } .account caption { line-height: 1.5; } .sheet .halves { align-items: start; }
.sheet .fall { column-gap: .5rem; font-size: .75rem; } .sheet .axis-ends > :nth-child(2) { visibility: hidden; }
.account { margin-top: .75rem; font-size: .875rem; }
.account th, .account td { padding: .125rem .5rem; }
.dense .account { font-size: .8125rem; line-height: 1.3; margin-top: .5rem; } .dense .account th, .dense .account td { padding-block: 0; }
.account tbody th { font-weight: 400; text-align: left; }
.account tbody th[scope=rowgroup] { font-weight: 650; padding-top: .5rem; }
.account .sum { font-size: inherit; } .account .sum > * { color: var(--ink); font-weight: 650; border-top: 1px solid var(--ink); }
.sign { display: grid; grid-template-columns: repeat(3, 1fr); gap: 1.5rem; margin-top: 3.5rem; break-inside: avoid; }
.sign > div { border-top: 1px solid var(--ink); padding-top: .25rem; } .sign small { display: block; color: var(--soft); }

@media (min-width: 60rem) {
  .two { grid-template-columns: minmax(0, 11fr) minmax(0, 10fr); }
  .halves { grid-template-columns: 1fr 1fr; gap: 1rem 2.5rem; }
}
@media (forced-colors: active) {
  .b-level, .b-part { fill: CanvasText; } .b-difference { fill: Highlight; }
  .b-hollow { stroke: CanvasText; } .headline, .badge { border: 1px solid CanvasText; }
}
`

export const STYLE = `${SCREEN}${PHONE_STYLE}${PAPER_STYLE}`
