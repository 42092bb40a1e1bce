/** One column that a phone shows and a printer prints; nothing is fetched. */
export const STYLE = `
:root{color-scheme:light dark;--ink:#1c2430;--soft:#5b6675;--line:#d5dbe3;--paper:#fff;--note:#fff6df;--bad:#a3271b}
@media (prefers-color-scheme:dark){:root{--ink:#e8ecf2;--soft:#a5b0bf;--line:#3a4553;--paper:#141a22;--note:#3b3213;--bad:#ff9b8f}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:60rem;margin:0 auto;padding:1.5rem 1rem 3rem}
h1{font-size:1.6rem;line-height:1.2;margin:0 0 .25rem}
h2{font-size:1.15rem;margin:2rem 0 .5rem;border-bottom:1px solid var(--line);padding-bottom:.25rem}
p{margin:.5rem 0}
.soft{color:var(--soft)}
.note{background:var(--note);border-left:4px solid currentColor;padding:.75rem 1rem}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:.3rem .75rem .3rem 0;border-bottom:1px solid var(--line)}
td.sum,th.sum{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
td{overflow-wrap:anywhere}
td.key{white-space:nowrap;overflow-wrap:normal}
.bad{color:var(--bad);font-weight:600}
code{font:.9em ui-monospace,monospace}
pre{overflow-x:auto;border:1px solid var(--line);padding:.75rem;margin:.5rem 0}
@media print{body{font-size:11pt}main{max-width:none;padding:0}h2{break-after:avoid}tr{break-inside:avoid}}
`
