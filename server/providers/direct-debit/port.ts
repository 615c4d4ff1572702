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
