import type { DeskTender } from '#contract/checkout.ts'
import type { CreditType } from '#server/credits/rules.ts'
import * as messages from '#server/messages/en/checkout.ts'

/** A tender as the desk sends it. Pence. */
export type DeskTenderInput = {
  tenderType: DeskTender
  type?: CreditType | undefined
  amount: number
  amountTendered?: number | undefined
  reference?: string | undefined
}

/** Validation errors of the tenders, by field. An amount of 0 is ignored. */
export const deskTenderErrors = (payments: readonly DeskTenderInput[]): Record<string, string[]> => {
  const errors: Record<string, string[]> = {}
  for (const [index, { tenderType, amount, amountTendered, reference }] of payments.entries()) {
    const wrong = (field: string, message: string): void => {
      errors[`payments.${index}.${field}`] = [message]
    }
    if (amount < 0) wrong('amount', messages.enterAmount)
    if (amount <= 0) continue
    const isOnPaper = tenderType === 'offline-voucher' || tenderType === 'cheque'
    if (isOnPaper && !reference?.trim()) {
      wrong('reference', tenderType === 'cheque' ? messages.enterChequeNumber : messages.enterVoucherNumber)
    }
    if (amountTendered !== undefined && tenderType !== 'cash' && amountTendered !== amount) {
      wrong('amount_tendered', messages.changeForCashOnly)
    }
    if (amountTendered !== undefined && tenderType === 'cash' && amountTendered < amount) {
      wrong('amount_tendered', messages.tooLittleCash)
    }
  }
  return errors
}

/** The change to give back, in pence. */
export const changeDue = (payments: readonly DeskTenderInput[]): number =>
  payments.reduce(
    (sum, { tenderType, amount, amountTendered }) =>
      tenderType === 'cash' && amount > 0 ? sum + Math.max(0, (amountTendered ?? amount) - amount) : sum,
    0,
  )

/** The credit tenders. A later one of the same type replaces an earlier one (E07), which an amount of 0 removes. */
export const creditTenders = (payments: readonly DeskTenderInput[]) => [
  ...new Map(
    payments.flatMap(({ tenderType, type = 'general', ...payment }) =>
      tenderType === 'credit' ? [[type, { ...payment, tenderType, type }] as const] : [],
    ),
  ).values(),
]

/** The tenders besides credit, as an order lists them. */
export const isManualTender = (payments: readonly DeskTenderInput[]) =>
  payments
    .filter(({ tenderType, amount }) => tenderType !== 'credit' && amount > 0)
    .map(({ tenderType, amount, amountTendered, reference }) => ({
      tenderType,
      creditType: null,
      amount,
      transactionId: null,
      tendered: tenderType === 'cash' ? (amountTendered ?? amount) : null,
      reference: reference?.trim() ?? null,
    }))
