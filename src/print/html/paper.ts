/**
 * Letter paper (carta) with a running head and page numbers; the head is set by the document (document.tsx). Collapsed
 * parts are expanded, but for what few need (`fold`), which only a pack prints (`whole`).
 */
export const PAPER_STYLE = `
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
