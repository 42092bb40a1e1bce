/** One style sheet for all pages. Colours have a contrast of at least 4.5 to 1, and everything to press is 48 pixels high. */
export const STYLE = `
:root { --ink: #14213d; --soft: #4a5878; --line: #d5dbe7; --paper: #ffffff; --wash: #eef2f8; --act: #0b5d57; --act-dark: #084641;
  --tint: #e3f3f0; --stop: #9b1c31; }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; overflow-wrap: anywhere; background: linear-gradient(180deg, #0b5d57 0, #0b5d57 11rem, var(--wash) 11rem);
  color: var(--ink); font: 1rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif; }
.page { max-width: 60rem; margin: 0 auto; padding: 1.25rem 1rem 3rem; }
header { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .5rem 1rem; color: #fff; padding: .5rem .25rem 1.5rem; }
header strong { font-size: 1.125rem; letter-spacing: .01em; }
header span { font-size: .8125rem; white-space: nowrap; border: 1px solid #ffffff80; border-radius: 99px; padding: .125rem .625rem; }
main { background: var(--paper); border-radius: 1rem; box-shadow: 0 10px 30px #14213d24; overflow: hidden; }
.bill { padding: 1.5rem; background: #f7f9fc; border-bottom: 1px solid var(--line); }
.bill h1 { margin: 0; font-size: 1rem; font-weight: 500; color: var(--soft); }
.amount { margin: .125rem 0 .75rem; font-size: clamp(1.5rem, 8.5vw, 2.25rem); line-height: 1.15; font-weight: 700; letter-spacing: -.02em; }
.amount small { font-size: 1rem; font-weight: 500; color: var(--soft); letter-spacing: 0; }
.what { margin: 0 0 1rem; font-size: 1.0625rem; }
dl { margin: 0; display: grid; grid-template-columns: auto 1fr; gap: .375rem 1rem; font-size: .9375rem; }
dt { color: var(--soft); } dd { margin: 0; text-align: right; }
.until { margin: 1rem 0 0; padding: .625rem .75rem; border-radius: .5rem; background: #fff6dc; color: #5b4300; font-size: .875rem; }
.act { padding: 1.5rem; }
h2, legend, .act h1 { margin: 0 0 .75rem; padding: 0; font-size: 1.125rem; font-weight: 650; }
fieldset { border: 0; margin: 0 0 1.25rem; padding: 0; }
.method { display: flex; align-items: center; gap: .875rem; min-height: 3.5rem; padding: .5rem .875rem; margin-bottom: .5rem;
  border: 1px solid var(--line); border-radius: .75rem; cursor: pointer; }
.method:hover { border-color: var(--act); }
.method:has(input:checked) { border-color: var(--act); box-shadow: inset 0 0 0 1px var(--act); background: var(--tint); }
.method:has(input:focus-visible) { outline: 3px solid #1f6feb; outline-offset: 2px; }
.method input { width: 1.25rem; height: 1.25rem; margin: 0; accent-color: var(--act); flex: none; }
.method b { display: block; font-weight: 600; } .method span span { color: var(--soft); font-size: .875rem; }
button, .button { display: block; width: 100%; min-height: 3rem; padding: .75rem 1rem; border-radius: .75rem; border: 1px solid transparent;
  font: inherit; font-weight: 650; text-align: center; text-decoration: none; cursor: pointer; background: var(--act); color: #fff; }
button:hover, .button:hover { background: var(--act-dark); }
button:focus-visible, .button:focus-visible { outline: 3px solid #1f6feb; outline-offset: 2px; }
.quiet { margin-top: .5rem; background: transparent; color: var(--stop); }
.quiet:hover { background: #fbecee; }
.problem { margin: 0 0 1rem; padding: .75rem; border-radius: .5rem; background: #fbecee; color: var(--stop); font-weight: 600; }
.mark { width: 3.5rem; height: 3.5rem; border-radius: 50%; display: grid; place-items: center; margin-bottom: .75rem; background: var(--tint); color: var(--act); font-size: 1.75rem; }
.mark.no { background: #fbecee; color: var(--stop); }
footer { padding: 1.25rem .25rem 0; color: var(--soft); font-size: .8125rem; text-align: center; }
@media (min-width: 48rem) {
  main { display: grid; grid-template-columns: 5fr 6fr; }
  .bill { border-bottom: 0; border-right: 1px solid var(--line); padding: 2rem; }
  .act { padding: 2rem; }
  .act:only-child { grid-column: 1 / -1; }
}
`
