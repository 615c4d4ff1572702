import type { Tx } from '#server/platform/database.ts'

/**
 * Ends all sessions of a customer except one, or all, and the unused codes that would log in or change the account. No
 * browser is recognised any more.
 */
export const endSessionsOf = async (tx: Tx, customerId: number, but: Buffer | null): Promise<void> => {
  await tx
    .deleteFrom('session')
    .where('customerId', '=', customerId)
    .$if(but !== null, (query) => query.where('tokenDigest', '<>', but))
    .execute()
  await tx.deleteFrom('trustedDevice').where('customerId', '=', customerId).execute()
  await tx
    .deleteFrom('oneTimeCode')
    .where('customerId', '=', customerId)
    .where('purpose', '<>', 'verify_email')
    .execute()
}

export type CodePurpose =
  | 'reset_password'
  | 'handover'
  | 'verify_email'
  | 'new_email'
  | 'old_email'
  | 'second_factor'
  | 'second_factor_passed'
  | 'login_link'

export const addCode = async (
  tx: Tx,
  code: {
    codeDigest: Buffer
    purpose: CodePurpose
    customerId: number
    expiresAt: Date
    /** Of a hand-over: when the log-in began that it carries on. */
    loginStartedAt?: Date
    /** The address that the code is sent to. */
    email?: string
    /** The one browser where the code works; null or absent where it works in any. */
    browserDigest?: Buffer | null
  },
): Promise<void> => {
  await tx.insertInto('oneTimeCode').values(code).execute()
}

/**
 * Consumes a code. Of several concurrent attempts one gets it.
 * @param browserDigest of the browser: a code that is bound to another one is left as it is
 */
export const consumeCode = async (
  tx: Tx,
  codeDigest: Buffer,
  purpose: CodePurpose,
  now: Date,
  browserDigest: Buffer | null = null,
): Promise<{ customerId: number; loginStartedAt: Date | null } | undefined> =>
  tx
    .deleteFrom('oneTimeCode')
    .where('codeDigest', '=', codeDigest)
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', now)
    .where((eb) => eb.or([eb('browserDigest', 'is', null), eb('browserDigest', '=', browserDigest)]))
    .returning(['customerId', 'loginStartedAt'])
    .executeTakeFirst()

/** Whose code this is, without using it up. */
export const codeOwner = async (
  tx: Tx,
  codeDigest: Buffer,
  purpose: CodePurpose,
  now: Date,
): Promise<{ customerId: number } | undefined> =>
  tx
    .selectFrom('oneTimeCode')
    .select('customerId')
    .where('codeDigest', '=', codeDigest)
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', now)
    .executeTakeFirst()

export type Mailbox = {
  id: number
  operatorId: number
  email: string
  emailVerifiedAt: Date | null
  firstName: string
}

/** A customer's e-mail address and name. */
export const mailboxOf = async (tx: Tx, customerId: number): Promise<Mailbox | undefined> =>
  tx
    .selectFrom('customer')
    .select(['id', 'operatorId', 'email', 'emailVerifiedAt', 'firstName'])
    .where('id', '=', customerId)
    .executeTakeFirst()
