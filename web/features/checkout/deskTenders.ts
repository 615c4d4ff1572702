import { decimals } from '#contract/money.ts'
import { isNumbered } from '#contract/tenders.ts'
import type { DeskTender } from '#contract/tenders.ts'
import { penceFromInput } from '#web/platform/penceInput.ts'

/** One tender of the form. Amounts are as typed, in pounds. */
export type TenderLine = {
  key: number
  tenderType: DeskTender
  creditType: 'general' | 'membership'
  amount: string
  tendered: string
  reference: string
  /** Of a card at the terminal. */
  lastFour: string
  terminal: string
}

/**
 * The lines after one was changed. What is chosen as credit is no more than there is, and replaces another line of the
 * same credit (E07), whose amount is then left to pay.
 */
export const withLine = (
  lines: readonly TenderLine[],
  key: number,
  changes: Partial<TenderLine>,
  available: Readonly<Record<TenderLine['creditType'], number>>,
): readonly TenderLine[] => {
  const changed = lines.map((line) => (line.key === key ? { ...line, ...changes } : line))
  const line = changed.find((one) => one.key === key)
  const isChoice = changes.tenderType !== undefined || changes.creditType !== undefined
  if (!isChoice || line?.tenderType !== 'credit') return changed
  const most = available[line.creditType]
  return changed
    .filter((one) => one.key === key || one.tenderType !== 'credit' || one.creditType !== line.creditType)
    .map((one) =>
      one.key === key && (penceFromInput(one.amount) ?? 0) > most ? { ...one, amount: decimals(most) } : one,
    )
}

/** Whether something is to be put into a drawer. */
export const needsTill = (lines: readonly TenderLine[]): boolean =>
  lines.some(({ tenderType, amount }) => tenderType !== 'credit' && (penceFromInput(amount) ?? 0) > 0)

/** The sum of the lines in pence; an unreadable amount counts as 0. */
export const paidBy = (lines: readonly Pick<TenderLine, 'amount'>[]): number =>
  lines.reduce((sum, { amount }) => sum + (penceFromInput(amount) ?? 0), 0)

/** Change in pence; null while the cash received is too little or unreadable. */
export const changeDue = (lines: readonly TenderLine[]): number | null => {
  let change = 0
  for (const { tenderType, amount, tendered } of lines) {
    if (tenderType !== 'cash' || tendered.trim() === '') continue
    const due = penceFromInput(amount)
    const given = penceFromInput(tendered)
    if (due === null || given === null || given < due) return null
    change += given - due
  }
  return change
}

export const toPayments = (lines: readonly TenderLine[]) =>
  lines.map(({ tenderType, creditType, amount, tendered, reference, lastFour, terminal }) => ({
    tenderType,
    amount: penceFromInput(amount) ?? 0,
    ...(tenderType === 'credit' && { type: creditType }),
    ...(tenderType === 'cash' &&
      penceFromInput(tendered) !== null && { amountTendered: penceFromInput(tendered) }),
    ...(isNumbered(tenderType) && { reference }),
    ...(tenderType === 'card_terminal' && { lastFour, terminal }),
  }))
