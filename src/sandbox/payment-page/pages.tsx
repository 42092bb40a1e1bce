import type { Child } from 'hono/jsx'
import type { InvoiceRow } from '../invoices/invoice.ts'
import { METHODS, type Method } from '../settlements/calendar.ts'
import { STYLE } from './style.ts'

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
