import type { ProgramSheet } from './fields.ts'

const OWN_FIELDS = Array.from({ length: 15 }, (_, at) => [`Encab: Personalizado ${at + 1}`, ''] as const)

/** The sheet with which World Office imports vouchers: 41 columns. No limit of its rows is known: it is cut as that of Siigo. */
export const WORLD_OFFICE: ProgramSheet = {
  program: 'World Office',
  rows: 500,
  account: /^\d{4,10}$/,
  thirdParty: /^[0-9A-Za-z-]{3,20}$/,
  firstDay: '2000-01-01',
  lastDay: '2099-12-31',
  columns: [
    ['Encab: Empresa', 'merchant'],
    ['Encab: Tipo Documento', 'voucher_type'],
    ['Encab: Prefijo', ''],
    ['Encab: Documento Número', 'voucher'],
    ['Encab: Fecha', 'date:dd/mm/yyyy'],
    ['Encab: Tercero Interno', ''],
    ['Encab: Tercero Externo', 'third_party'],
    ['Encab: Nota', 'text'],
    ['Encab: Verificado', ''],
    ['Encab: Anulado', ''],
    ...OWN_FIELDS,
    ['Encab: Sucursal', ''],
    ['Encab: Clasificación', ''],
    ['Detalle Con: Cuenta Contable', 'account'],
    ['Detalle Con: Nota', 'text'],
    ['Detalle Con: Tercero Externo', 'third_party'],
    ['Detalle Con: Cheque', ''],
    ['Detalle Con: Débito', 'debit_or_0'],
    ['Detalle Con: Crédito', 'credit_or_0'],
    ['Detalle Con: Vencimiento', 'date:dd/mm/yyyy'],
    ['Detalle Con: Centro Costos', 'cost_center'],
    ['Detalle Con: Activo Fijo', ''],
    ['Detalle Con: Tipo Base', ''],
    ['Detalle Con: Porcentaje Retención', ''],
    ['Detalle Con: Base Retención', ''],
    ['Detalle Con: Pago Retención', ''],
    ['Detalle Con: IVA al Costo', ''],
  ],
}
