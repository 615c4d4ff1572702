import { sql } from 'kysely'
import { createSharedRead } from '#server/platform/batcher.ts'
import type { Tx } from '#server/platform/database.ts'
import type { ReadCard } from '#server/providers/cards/demo/card.ts'
import { demoBatch } from '#server/providers/cards/demo/demoBatch.ts'

/*
 * The demo company's books of sessions and cards. They stand in our database only because the demo lives in our
 * server; nothing outside this folder reads them.
 */

export type DemoCard = ReadCard & { identifier: string; sessionKey: string | null; saved: boolean }

export const addSession = createSharedRead(
  async (tx, sessions: { sessionKey: string; expiresAt: Date }[]): Promise<undefined[]> => {
    await sql`
      insert into demo_card_session (session_key, expires_at)
      select * from unnest(${sessions.map(({ sessionKey }) => sessionKey)}::text[],
        ${sessions.map(({ expiresAt }) => expiresAt)}::timestamptz[])`.execute(tx)
    return sessions.map(() => undefined)
  },
  demoBatch('sessions'),
)

export const isSession = async (db: Tx, sessionKey: string, now: Date): Promise<boolean> => {
  const row = await db
    .selectFrom('demoCardSession')
    .select('sessionKey')
    .where('sessionKey', '=', sessionKey)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

export const dropSavedCard = async (db: Tx, identifier: string): Promise<void> => {
  await db.deleteFrom('demoCard').where('identifier', '=', identifier).where('saved', '=', true).execute()
}

/** Takes the names off the cards that payments were made with, or that were saved with them. */
export const forgetHolders = async (db: Tx, references: readonly string[]): Promise<void> => {
  if (references.length === 0) return
  await db
    .updateTable('demoCard')
    .set({ cardHolderName: '' })
    .where((eb) =>
      eb.or(
        (['cardIdentifier', 'savedIdentifier'] as const).map((column) =>
          eb('identifier', 'in', (query) =>
            query.selectFrom('demoCardPayment').select(column).where('reference', 'in', references),
          ),
        ),
      ),
    )
    .execute()
}

export const addCard = async (db: Tx, card: DemoCard, now: Date): Promise<void> => {
  await db
    .insertInto('demoCard')
    .values({ ...card, createdAt: now })
    .onConflict((conflict) => conflict.column('identifier').doNothing())
    .execute()
}

/** Notes a card that was typed into the form. false: the session is unknown or over, and nothing is noted. */
export const addTypedCard = createSharedRead(
  async (tx, typed: { card: DemoCard; now: Date }[]): Promise<boolean[]> => {
    const { rows } = await sql<{ identifier: string }>`
      insert into demo_card (identifier, session_key, card_holder_name, brand, last_four, expiry, behaviour, created_at)
      select c.identifier, c."sessionKey", c."cardHolderName", c.brand, c."lastFour", c.expiry, c.behaviour, c.now
      from jsonb_to_recordset(${JSON.stringify(typed.map(({ card, now }) => ({ ...card, now })))}::jsonb)
        as c(identifier text, "sessionKey" text, "cardHolderName" text, brand text, "lastFour" text, expiry text,
          behaviour text, now timestamptz)
      join demo_card_session s on s.session_key = c."sessionKey" and s.expires_at > c.now
      returning identifier`.execute(tx)
    return typed.map(({ card }) => rows.some(({ identifier }) => identifier === card.identifier))
  },
  demoBatch('typed_cards'),
)

export const cardBy = createSharedRead(async (tx, identifiers: string[]) => {
  const cards = await tx
    .selectFrom('demoCard')
    .select([
      'identifier',
      'sessionKey',
      'saved',
      'cardHolderName',
      'brand',
      'lastFour',
      'expiry',
      'behaviour',
    ])
    .where(sql<boolean>`identifier = any(${identifiers}::text[])`)
    .execute()
  return identifiers.map((wanted): DemoCard | undefined =>
    cards.find(({ identifier }) => identifier === wanted),
  )
}, demoBatch('cards'))
