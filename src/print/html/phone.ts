/** Each row of a wide table becomes a block with a line for each sum and its name: no number is cut or out of sight. */
export const PHONE_STYLE = `
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
