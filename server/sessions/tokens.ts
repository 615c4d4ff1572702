import { createHash, randomBytes } from 'node:crypto'
import type { Person } from '#server/platform/actor.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import type { Log } from '#server/platform/log.ts'
import { rightsOf } from '#server/platform/rights.ts'
import { currentRoles, deviceDays, sessionEndsAt, shouldExtend, shouldRecordLastSeen } from './rules.ts'
import { roleAndLanguage } from './sql/people.ts'
import { deleteExpiredPasskeyChallenges } from './sql/secondFactor.ts'
import { addSession, deleteExpiredSessions, recordLastSeen, sessionBy } from './sql/sessions.ts'

export const newToken = (): string => randomBytes(32).toString('base64url')

export const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** `language`: the person's, as it is stored. */
export type Session = { token: string; expiresAt: Date; language: string | null }

/**
 * Creates a session without checking a password; callers have done so.
 * @param since when the log-in began that the session carries on
 */
export const createSession = async (tx: Tx, customerId: number, now: Date, since = now): Promise<Session> => {
  const token = newToken()
  const { role, language } = await roleAndLanguage(tx, customerId)
  const expiresAt = sessionEndsAt(role, now, since)
  await addSession(tx, { tokenDigest: digestOf(token), customerId, createdAt: since, expiresAt }, now)
  return { token, expiresAt, language }
}

/** Authenticates a token in one query. Recording the last use does not delay the request. */
export const createIdentify =
  ({ db, log }: { db: Database; log: Log }) =>
  async (
    token: string,
    now: Date,
    userAgent?: string,
  ): Promise<{ person: Person; prolongedUntil: Date | null } | null> => {
    const tokenDigest = digestOf(token)
    const session = await sessionBy(db, tokenDigest, now)
    if (session === undefined) return null
    const wouldEndAt = sessionEndsAt(session.role, now, session.createdAt)
    const prolongedUntil = shouldExtend(session.expiresAt, wouldEndAt, session.role) ? wouldEndAt : null
    const isUnnamed = session.userAgent === '' && userAgent !== undefined
    if (prolongedUntil !== null || isUnnamed || shouldRecordLastSeen(session.lastSeenAt, now)) {
      const until = prolongedUntil ?? session.expiresAt
      const seen = { at: now, until, userAgent: (userAgent ?? session.userAgent).slice(0, 300) }
      recordLastSeen(db, tokenDigest, seen).catch((error: unknown) =>
        log.warn({ err: error }, 'session not noted'),
      )
    }
    const { customerId, operatorId, role, linkedIds, isVerified, language } = session
    const rights = rightsOf(currentRoles(session.roles, now))
    return {
      person: { id: customerId, operatorId, role, rights, linkedIds, isVerified, language, tokenDigest },
      prolongedUntil,
    }
  }

/** Sets the till at which the session works; null for none. */
export const assignTill = async (tx: Tx, tokenDigest: Buffer, tillId: number | null): Promise<void> => {
  await tx.updateTable('session').set({ tillId }).where('tokenDigest', '=', tokenDigest).execute()
}

/** Deletes expired sessions and codes, and browsers that have not been used for long. */
export const sweepSessions = async (tx: Tx, now: Date): Promise<void> => {
  await deleteExpiredSessions(tx, now, new Date(now.getTime() - deviceDays * 86_400_000))
  await deleteExpiredPasskeyChallenges(tx, now)
}
