import type { Tx } from '#server/platform/database.ts'

export type TermsRow = { id: number; name: string; html: string; required: boolean }

export const termsOf = (tx: Tx, operatorId: number): Promise<TermsRow[]> =>
  tx
    .selectFrom('terms')
    .select(['id', 'name', 'html', 'required'])
    .where('operatorId', '=', operatorId)
    .where('purpose', '=', 'booking')
    .orderBy('id')
    .execute()

export type PayerRow = { email: string; firstName: string; lastName: string }

export const payerOf = (tx: Tx, customerId: number): Promise<PayerRow> =>
  tx
    .selectFrom('customer')
    .select(['email', 'firstName', 'lastName'])
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()

/** The order that a visitor's basket has become. */
export const paidBasket = async (
  tx: Tx,
  operatorId: number,
  uuid: string,
): Promise<{ id: number } | undefined> =>
  tx
    .selectFrom('basket')
    .select('id')
    .where('uuid', '=', uuid)
    .where('operatorId', '=', operatorId)
    .where('customerId', 'is', null)
    .where('status', '=', 'paymentComplete')
    .executeTakeFirst()
