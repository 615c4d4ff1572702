import type { Text } from '#server/messages/languages.ts'

/*
 * A company that collects by Direct Debit, in our words. The demo company inside this server answers to them; a
 * Bacs bureau's files or API would stand beside it. Every call carries a key of ours, so that asking twice is
 * asking once. A bank account passes through here to the company and is kept nowhere else.
 */

/** As a person types it. Digits may stand in groups. */
export type BankAccount = { accountName: string; sortCode: string; accountNumber: string }

/** `field` of the account that the company will not have, where it is one. */
export type MandateState =
  | { state: 'active'; reference: string }
  | { state: 'refused'; field: keyof BankAccount; message: Text }

/** Why the bank has not paid. Only `no_funds` may be different another day. */
export type DebitReason = 'no_funds' | 'mandate_cancelled' | 'account_closed'

export type DebitState =
  | { state: 'pending' }
  | { state: 'collected' }
  | { state: 'failed'; reason: DebitReason }

export type DebitProvider = {
  name: string
  /** Has the bank told that we may collect. Asked again with the same key it answers as before. */
  setUp: (ask: { key: string; account: BankAccount }) => Promise<MandateState>
  /** Asks the bank for money, now. `amount` is pence. Asked again with the same key it answers where that stands. */
  collect: (ask: {
    key: string
    mandateKey: string
    amount: number
    description: string
  }) => Promise<DebitState>
  /** Ends a mandate; one that never came about is no error. */
  end: (ask: { mandateKey: string }) => Promise<void>
}

/** The company could not be reached or did not make sense: no one knows whether it did what was asked. */
export class DebitsUnavailable extends Error {
  constructor(cause: unknown) {
    super('The Direct Debit company could not be reached.', { cause })
  }
}

/** An account in digits alone, or what is wrong with it by field. */
export type ReadAccount = { account: BankAccount } | { errors: Partial<Record<keyof BankAccount, Text>> }

/** Reads an account whose numbers have lost their spaces and dashes. */
export const readAccount = ({ accountName, sortCode, accountNumber }: BankAccount): ReadAccount => {
  const account = {
    accountName: accountName.trim().replace(/\s+/g, ' '),
    sortCode,
    // Some banks print seven digits; the eighth is a nought in front.
    accountNumber: accountNumber.padStart(8, '0'),
  }
  const errors: Partial<Record<keyof BankAccount, Text>> = {}
  if (!/\p{L}/u.test(account.accountName))
    errors.accountName = (messages) => messages.providers.enterAccountName
  // A Bacs record has room for so much.
  else if (account.accountName.length > 60) errors.accountName = (messages) => messages.providers.nameTooLong
  if (!/^\d{6}$/.test(account.sortCode)) errors.sortCode = (messages) => messages.providers.enterSortCode
  if (!/^\d{7,8}$/.test(accountNumber)) {
    errors.accountNumber = (messages) => messages.providers.enterAccountNumber
  } else if (errors.sortCode === undefined && !fits(account.sortCode, account.accountNumber)) {
    errors.accountNumber = (messages) => messages.providers.numbersMismatch
  }
  return Object.keys(errors).length > 0 ? { errors } : { account }
}

type Check = { from: string; to: string; by: 10 | 11; weights: readonly number[] }

/**
 * Ranges of sort codes whose account numbers carry a plain check digit: the sum of the last eight weights times
 * the digits is divided by `by` without rest. The clearing companies publish thousands of ranges; a real company
 * checks against them all. What stands in no range is taken as it is, as their rules have it.
 */
const checks: readonly Check[] = [
  { from: '089900', to: '089999', by: 10, weights: [7, 1, 3, 7, 1, 3, 7, 1] },
  { from: '107900', to: '107999', by: 11, weights: [8, 7, 6, 5, 4, 3, 2, 1] },
]

/** Whether the account number's check digit goes with the sort code, where that can be told. */
const fits = (sortCode: string, accountNumber: string): boolean => {
  const check = checks.find(({ from, to }) => from <= sortCode && sortCode <= to)
  if (check === undefined) return true
  const sum = check.weights.reduce((all, weight, index) => all + weight * Number(accountNumber[index]), 0)
  return sum % check.by === 0
}
