/**
 * Keeps a mail of each kind and form that endpoint tests cause, for test/mails: as it stands in the database when a test
 * file ends or the tables are emptied for the next test.
 */
import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import { noticeKinds } from '#server/noticeKinds.ts'
import { createOutboxAccess } from '#server/notices/outbox.ts'
import { withPictures } from '#server/notices/present.ts'
import { deliverNotice, sendNoticeJob } from '#server/notices/send.ts'
import { readConfig } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database.ts'
import { choosePasses } from '#server/providers/passes/choose.ts'
import type { Message } from '#server/providers/mail/smtp.ts'
import { engine, visitTables } from './database.ts'
import { mailsFolder } from './mails.ts'
import type { CausedMail } from './mails.ts'

/** Their notices are queued by the test, with facts of its own making. */
const invented = /\/server\/notices\//

/** The forms that this worker has saved. A file a form is written by one worker only. */
const savedForms = new Set<string>()

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
  if (file === undefined || invented.test(file)) return
  const notices = await db
    .selectFrom('notice')
    .select(['id', 'kind', 'data', 'createdAt', 'state', 'subject', 'textBody', 'htmlBody'])
    .where('state', 'in', ['waiting', 'stored'])
    .where('id', '>', lastBefore)
    // One without a job was inserted by a test.
    .where(
      sql<boolean>`exists (
        select from job j where j.kind = ${sendNoticeJob} and j.unique_key = notice.id::text
      )`,
    )
    .execute()
  for (const { id, kind, data, createdAt, state, subject, textBody, htmlBody } of notices) {
    // The facts of one that was sent are forgotten, and it stands there as it was.
    if (state === 'stored') {
      keep(`${kind} stored`, { kind, subject: subject ?? '', text: textBody ?? '', html: htmlBody ?? '' })
      continue
    }
    // Without facts: a test has taken them away.
    const facts = formOf(data)
    const form = `${kind} ${facts}`
    if (facts === '' || savedForms.has(form)) continue
    const sent: Message[] = []
    const post = { send: async (message: Message) => void sent.push(message) }
    await deliverNotice(
      { db, mail: post, config, kinds: noticeKinds, passes, outboxAccess: createOutboxAccess() },
      id,
      createdAt,
    )
    const [message] = sent
    // Unwanted by now, or without anything to say: another test may cause one that is sent.
    if (message === undefined) continue
    const pictures = message.attachments.flatMap((one) =>
      one.contentId === undefined ? [] : [{ ...one, contentId: one.contentId }],
    )
    keep(form, {
      kind,
      subject: message.subject,
      text: message.text,
      html: withPictures(message.html, pictures),
    })
  }
}

const keep = (form: string, mail: CausedMail): void => {
  if (savedForms.has(form)) return
  savedForms.add(form)
  const name = `${mail.kind}-${createHash('sha256').update(form).digest('hex').slice(0, 6)}.json`
  writeFileSync(path.join(mailsFolder, name), JSON.stringify(mail))
}

const lookAtTables = () =>
  visitTables(keepMails, async (db) => {
    const last = await db.selectFrom('notice').select('id').orderBy('id', 'desc').executeTakeFirst()
    lastBefore = last?.id ?? lastBefore
  })

/** Looks at the mails of the last test of a file; null on the engine that keeps none. */
export const keepMailsOfFile = engine === 'postgres' ? lookAtTables() : null
