/**
 * Keeps a mail of each kind and form that endpoint tests cause, for test/mails: as it stands in the database when a test
 * file ends or the tables are emptied for the next test.
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import { noticeKinds } from '#server/noticeKinds.ts'
import { createOutboxAccess } from '#server/notices/outbox.ts'
import { withPictures } from '#server/notices/present.ts'
import { deliverNotice } from '#server/notices/send.ts'
import { readConfig } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database.ts'
import { choosePasses } from '#server/providers/passes/choose.ts'
import type { Message } from '#server/providers/mail/smtp.ts'
import { visitTables } from './database.ts'
import { mailsFolder } from './mails.ts'
import type { CausedMail } from './mails.ts'

/** A test file that writes notices itself, with facts of its own making. */
const inventsNotices = (file: string): boolean =>
  /insertInto\('notice'\)|\bsendNotices?\(/.test(readFileSync(file, 'utf8'))

/** The forms that this worker has kept. A file a form is written by one worker only. */
const kept = new Set<string>()

const config = readConfig({ NODE_ENV: 'test' })
const passes = choosePasses(config)

/** The names of a notice's facts that have a value: what it says differs with them. */
const formOf = (data: unknown): string =>
  typeof data === 'object' && data !== null
    ? Object.entries(data)
        .filter(
          ([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
        )
        .map(([name]) => name)
        .toSorted()
        .join(' ')
    : ''

/** The last notice of the test files before. */
let lastBefore = 0

const keepMails = async (db: Database): Promise<void> => {
  const file = expect.getState().testPath
  if (file === undefined || inventsNotices(file)) return
  // The facts of one that was sent are forgotten.
  const notices = await db
    .selectFrom('notice')
    .select(['id', 'kind', 'data', 'createdAt'])
    .where('state', '=', 'waiting')
    .where('id', '>', lastBefore)
    .execute()
  for (const { id, kind, data, createdAt } of notices) {
    const form = `${kind} ${formOf(data)}`
    if (kept.has(form)) continue
    const sent: Message[] = []
    const keep = { send: async (message: Message) => void sent.push(message) }
    await deliverNotice(
      { db, mail: keep, config, kinds: noticeKinds, passes, outboxAccess: createOutboxAccess() },
      id,
      createdAt,
    )
    const [message] = sent
    // Unwanted by now, or without anything to say: another test may cause one that is sent.
    if (message === undefined) continue
    kept.add(form)
    const { subject, text, attachments } = message
    const pictures = attachments.flatMap((one) =>
      one.contentId === undefined ? [] : [{ ...one, contentId: one.contentId }],
    )
    const name = `${kind}-${createHash('sha256').update(form).digest('hex').slice(0, 6)}.json`
    const mail: CausedMail = { kind, subject, text, html: withPictures(message.html, pictures) }
    writeFileSync(path.join(mailsFolder, name), JSON.stringify(mail))
  }
}

/** Looks at the mails of the last test of a file. */
export const keepMailsOfFile = visitTables(keepMails, async (db) => {
  const last = await db.selectFrom('notice').select('id').orderBy('id', 'desc').executeTakeFirst()
  lastBefore = last?.id ?? lastBefore
})
