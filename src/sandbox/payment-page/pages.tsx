import type { Child } from 'hono/jsx'
import type { InvoiceRow } from '../invoices/invoices.ts'
import { METHODS, type Method } from '../settlements/calendar.ts'

/** One style sheet for all pages. Colours have a contrast of at least 4.5 to 1, and everything to press is 48 pixels high. */
const STYLE = `
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

export interface View {
  readonly invoice: InvoiceRow
  readonly merchant: string
}

const METHOD_WORDS: Readonly<Record<Method, { readonly name: string; readonly hint: string }>> = {
  pse: { name: 'PSE', hint: 'Débito desde su cuenta bancaria' },
  nequiButton: { name: 'Nequi', hint: 'Apruebe el pago en su celular' },
  bancolombiaButton: { name: 'Bancolombia', hint: 'Con su cuenta Bancolombia' },
  breb: { name: 'Bre-B', hint: 'Transferencia inmediata' },
  card: { name: 'Tarjeta', hint: 'Crédito o débito' },
}

/** A no-break space keeps the sign with its number. */
const pesos = (amount: number): string => `$\u00a0${amount.toLocaleString('es-CO', { maximumFractionDigits: 2 })}`

const bogota = new Intl.DateTimeFormat('es-CO', { timeZone: 'America/Bogota', dateStyle: 'long', timeStyle: 'short' })
const bogotaHour = new Intl.DateTimeFormat('es-CO', { timeZone: 'America/Bogota', timeStyle: 'short' })

const Page = ({ title, merchant, children }: { title: string; merchant: string; children: Child }) => (
  <html lang="es-CO">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      <title>{title}</title>
      <link rel="icon" href="data:," />
      <style dangerouslySetInnerHTML={{ __html: STYLE }} />
    </head>
    <body>
      <div class="page">
        <header>
          <strong>{merchant}</strong>
          <span>Ambiente de pruebas</span>
        </header>
        <main>{children}</main>
        <footer>Página de pruebas: aquí no se mueve dinero de verdad.</footer>
      </div>
    </body>
  </html>
)

const Bill = ({ invoice, children }: { invoice: InvoiceRow; children?: Child }) => (
  <section class="bill" aria-labelledby="bill">
    <h1 id="bill">{invoice.status === 'ready' ? 'Total a pagar' : 'Total'}</h1>
    <p class="amount">
      {pesos(invoice.amount)} <small>COP</small>
    </p>
    <p class="what">{invoice.description}</p>
    <dl>
      {invoice.customer_name === null ? null : (
        <>
          <dt>Cliente</dt>
          <dd>{invoice.customer_name}</dd>
        </>
      )}
      <dt>Contrato</dt>
      <dd>{invoice.contract}</dd>
      {invoice.reference === null ? null : (
        <>
          <dt>Referencia</dt>
          <dd>{invoice.reference}</dd>
        </>
      )}
    </dl>
    {children}
  </section>
)

const MethodChoice = ({ method }: { method: Method }) => (
  <label class="method">
    <input type="radio" name="method" value={method} required />
    <span>
      <b>{METHOD_WORDS[method].name}</b>
      <span>{METHOD_WORDS[method].hint}</span>
    </span>
  </label>
)

const documentText = (page: unknown): string => `<!doctype html>${String(page)}`

/** The page of an active link: choose how to pay, or cancel. */
export const choosePage = ({ invoice, merchant, problem }: View & { readonly problem?: string }): string =>
  documentText(
    <Page title={`Pagar ${pesos(invoice.amount)} · ${merchant}`} merchant={merchant}>
      <Bill invoice={invoice}>
        <p class="until">Este enlace vence a las {bogotaHour.format(invoice.expires_at)}, hora de Bogotá.</p>
      </Bill>
      <section class="act">
        {problem === undefined ? null : (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
        <form method="post" action={`/pay/${invoice.id}/choose`}>
          <fieldset>
            <legend>¿Cómo quiere pagar?</legend>
            {METHODS.map((method) => (
              <MethodChoice method={method} />
            ))}
          </fieldset>
          <button type="submit">Continuar</button>
        </form>
        <form method="post" action={`/pay/${invoice.id}/cancel`}>
          <button type="submit" class="quiet">
            Cancelar y volver
          </button>
        </form>
      </section>
    </Page>,
  )

/** The page during a transaction, as at the customer's bank: approve or decline. */
export const confirmPage = ({ invoice, merchant, method }: View & { readonly method: Method }): string =>
  documentText(
    <Page title={`Confirmar con ${METHOD_WORDS[method].name} · ${merchant}`} merchant={merchant}>
      <Bill invoice={invoice} />
      <section class="act">
        <h2>Confirme con {METHOD_WORDS[method].name}</h2>
        <p>
          La transacción está en curso. Aquí su banco le pediría su clave; en este ambiente de pruebas decide usted cómo
          termina.
        </p>
        <form method="post" action={`/pay/${invoice.id}/approve`}>
          <input type="hidden" name="method" value={method} />
          <button type="submit">Pagar {pesos(invoice.amount)}</button>
        </form>
        <form method="post" action={`/pay/${invoice.id}/decline`}>
          <button type="submit" class="quiet">
            Rechazar
          </button>
        </form>
      </section>
    </Page>,
  )

const Paid = ({ invoice }: { invoice: InvoiceRow }) => (
  <>
    <div class="mark" aria-hidden="true">
      ✓
    </div>
    <h2>Pago recibido</h2>
    <p>
      {pesos(invoice.paid ?? 0)} con {METHOD_WORDS[invoice.method ?? 'pse'].name}, el{' '}
      {bogota.format(invoice.paid_at ?? 0)}
    </p>
    <p>Comprobante {invoice.payment_id}</p>
  </>
)

const OVER_WORDS = {
  cancelled: ['Este cobro ya no está activo', 'Fue cancelado, o su enlace venció. No se hizo ningún cargo.'],
  chargeback: ['El pago fue devuelto', 'El valor de este cobro se devolvió a quien lo pagó.'],
  ready: ['El enlace venció', 'Los enlaces de pago duran cinco minutos. Pida uno nuevo para pagar.'],
} as const

const NotPaid = ({ status }: { status: keyof typeof OVER_WORDS }) => (
  <>
    <div class="mark no" aria-hidden="true">
      ✕
    </div>
    <h2>{OVER_WORDS[status][0]}</h2>
    <p>{OVER_WORDS[status][1]}</p>
  </>
)

/** The page of a paid, cancelled or expired invoice. */
export const overPage = ({ invoice, merchant }: View): string =>
  documentText(
    <Page title={`${invoice.status === 'paid' ? 'Pago recibido' : 'Cobro inactivo'} · ${merchant}`} merchant={merchant}>
      <Bill invoice={invoice} />
      <section class="act">
        {invoice.status === 'paid' ? <Paid invoice={invoice} /> : <NotPaid status={invoice.status} />}
        {invoice.redirect_url === null ? null : (
          <a class="button" href={invoice.redirect_url}>
            Volver a {merchant}
          </a>
        )}
      </section>
    </Page>,
  )

export const unknownPage = (): string =>
  documentText(
    <Page title="Cobro desconocido" merchant="Pagos">
      <section class="act">
        <h1>No conocemos este cobro</h1>
        <p>Revise que el enlace esté completo, o pida uno nuevo a quien le cobra.</p>
      </section>
    </Page>,
  )
