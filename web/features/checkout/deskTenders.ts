import type { DeskTender } from '#contract/checkout.ts'

/** One tender as it stands in the form. Amounts are what was typed, in pounds. */
export type TenderLine = {
  key: number
  tenderType: DeskTender
  creditType: 'general' | 'membership'
  amount: string
  tendered: string
  reference: string
}

/** Pence of what was typed, `8.45`, `8,45` or `£8`; null for what is no amount. */
export const penceOf = (typed: string): number | null => {
  const plain = typed
    .trim()
    .replace(/^[^\d.,-]+/, '')
    .replace(',', '.')
  return /^\d{1,6}(\.\d{0,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : null
}

/** Pence as they are typed: `8.45`. */
export const typedOf = (pence: number): string => (pence / 100).toFixed(2)

/** Pence that lines pay; what cannot be read pays nothing. */
export const paidBy = (lines: readonly Pick<TenderLine, 'amount'>[]): number =>
  lines.reduce((sum, { amount }) => sum + (penceOf(amount) ?? 0), 0)

/** Pence that go back over the counter; null while what was handed over is too little or cannot be read. */
export const changeOf = (lines: readonly TenderLine[]): number | null => {
  let change = 0
  for (const { tenderType, amount, tendered } of lines) {
    if (tenderType !== 'cash' || tendered.trim() === '') continue
    const due = penceOf(amount)
    const given = penceOf(tendered)
    if (due === null || given === null || given < due) return null
    change += given - due
  }
  return change
}

/** What the call is sent. */
export const sentOf = (lines: readonly TenderLine[]) =>
  lines.map(({ tenderType, creditType, amount, tendered, reference }) => ({
    tenderType,
    amount: penceOf(amount) ?? 0,
    ...(tenderType === 'credit' && { type: creditType }),
    ...(tenderType === 'cash' && penceOf(tendered) !== null && { amountTendered: penceOf(tendered) }),
    ...((tenderType === 'cheque' || tenderType === 'offline-voucher') && { reference }),
  }))
