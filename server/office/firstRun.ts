import { createHash, randomBytes } from 'node:crypto'
import { normalEmail } from '#contract/identifiers.ts'
import { InvalidFiles, folderOf } from '#server/import/files/folder.ts'
import type { FileRows, Problem } from '#server/import/files/folder.ts'
import { slugFrom } from '#server/import/files/references.ts'
import { ImportRefused } from '#server/import/objections.ts'
import { importOperator } from '#server/import/run.ts'
import { messagesIn, operatorMessages } from '#server/messages/languages.ts'
import type { Messages } from '#server/messages/languages.ts'
import { isEmpty } from '#server/operator/find.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { textOf } from '#server/platform/raw.ts'
import type { BreachedPasswords } from '#server/providers/breached-passwords/range.ts'
import { whyBreached } from '#server/sessions/passwords.ts'
import { whyWeakPassword } from '#server/sessions/rules.ts'
import { firstRunPage, messagePage } from './firstRunPage.ts'
import type { FirstRunField, FirstRunForm } from './firstRunPage.ts'
import { problemSentence } from './problemSentence.ts'

/*
 * An empty database has no operator, and so nobody who could log in. Whoever starts the server is printed a link to a page
 * that makes the first: through the import, so that nothing is valid here that files could not say (decision 0078).
 */

export type FirstRun = {
  /** What is added to the address of the desk. */
  path: string
  /** The answer to a request while nobody has set the site up; null from then on. */
  answer: (request: Request) => Promise<Response | null>
}

export type FirstRunDeps = {
  db: Database
  clock: Clock
  config: Pick<Config, 'sites' | 'basePath' | 'languages'>
  breachedPasswords: BreachedPasswords | null
}

export const firstRunPath = '/first-run'

/** What is served as ever, for whoever watches over the server. */
const healthPaths: ReadonlySet<string> = new Set(['/healthz', '/readyz'])

const linkDays = 7

/** Makes the link, which any node on this database accepts. */
export const createFirstRun = async ({
  db,
  clock,
  config,
  breachedPasswords,
}: FirstRunDeps): Promise<FirstRun> => {
  const code = randomBytes(24).toString('base64url')
  await transact(db, async (tx) => {
    await tx.deleteFrom('firstRunCode').where('madeAt', '<', oldest(clock.now())).execute()
    await tx
      .insertInto('firstRunCode')
      .values({ digest: digestOf(code), madeAt: clock.now() })
      .execute()
  })
  const base = config.basePath === '/' ? '' : config.basePath
  let isSetUp = false

  const answer = async (request: Request): Promise<Response | null> => {
    if (isSetUp) return null
    isSetUp = !(await isEmpty(db))
    const url = new URL(request.url)
    const path = url.pathname.startsWith(base) ? url.pathname.slice(base.length) : url.pathname
    if (isSetUp || healthPaths.has(path)) return null
    const messages = messagesIn(config.languages[0])
    if (path !== firstRunPath) return notSetUp(path, messages)
    if (request.method === 'POST') return create(request, messages)
    const isValid = await isValidCode(db, url.searchParams.get('code') ?? '', clock.now())
    return isValid
      ? firstRunPage({ form: emptyForm(url.searchParams.get('code') ?? ''), errors: new Map(), messages })
      : wrongCode(messages)
  }

  const create = async (request: Request, messages: Messages): Promise<Response> => {
    const text = await textOf(request)
    if (text === null) return wrongCode(messages)
    const sent = new URLSearchParams(text)
    const form: FirstRunForm = {
      code: sent.get('code') ?? '',
      // A password is what was typed, with the spaces around it.
      values: (field) => (field === 'password' ? (sent.get(field) ?? '') : (sent.get(field) ?? '').trim()),
    }
    const now = clock.now()
    if (!(await isValidCode(db, form.code, now))) return wrongCode(messages)
    const errors = await whyWeak(form, messages, breachedPasswords)
    try {
      await importOperator(db, folderOf(rowsOf(form)), {
        now,
        browser: { by: null, venues: null },
        // Another may have been as quick: only one of them has a code to use up.
        beforeCommit: async (tx) => {
          if (errors.size > 0) throw new InvalidFiles([])
          await redeemCode(tx, form.code)
        },
      })
    } catch (error) {
      if (error instanceof CodeUsed || error instanceof ImportRefused) return wrongCode(messages)
      if (!(error instanceof InvalidFiles)) throw error
      return firstRunPage({ form, errors: errorsOf(error.problems, errors), messages })
    }
    isSetUp = true
    const to = `${config.sites.desk}${base}/login?redirect=${encodeURIComponent('/office/settings/catalogue')}`
    return new Response(null, { status: 303, headers: { Location: to, 'Cache-Control': 'no-store' } })
  }

  return { path: `${firstRunPath}?code=${code}`, answer }
}

class CodeUsed extends Error {}

const digestOf = (code: string): string => createHash('sha256').update(code).digest('hex')

const oldest = (now: Date): Date => new Date(now.getTime() - linkDays * 24 * 60 * 60 * 1000)

const isValidCode = async (db: Database, code: string, now: Date): Promise<boolean> =>
  (await db
    .selectFrom('firstRunCode')
    .select('digest')
    .where('digest', '=', digestOf(code))
    .where('madeAt', '>=', oldest(now))
    .executeTakeFirst()) !== undefined

const redeemCode = async (tx: Tx, code: string): Promise<void> => {
  const used = await tx.deleteFrom('firstRunCode').returning('digest').execute()
  if (!used.some(({ digest }) => digest === digestOf(code))) throw new CodeUsed()
}

const notSetUp = (path: string, messages: Messages): Response => {
  const { apiNotSetUp, notSetUp: title, notSetUpHelp } = messages.firstRun
  return path.startsWith('/api/')
    ? Response.json({ status: 503, code: 'unavailable', message: apiNotSetUp }, { status: 503 })
    : messagePage({ title, text: notSetUpHelp, status: 503, messages })
}

const wrongCode = (messages: Messages): Response =>
  messagePage({
    title: messages.firstRun.wrongCode,
    text: messages.firstRun.wrongCodeHelp,
    status: 404,
    messages,
  })

const emptyForm = (code: string): FirstRunForm => ({ code, values: (field) => defaults[field] ?? '' })

const defaults: Partial<Record<FirstRunField, string>> = { currencySymbol: '£', timezone: 'Europe/London' }

/** The name a thing has in addresses; names without a Latin letter have none of their own. */
const slugOr = (name: string, otherwise: string): string => {
  const slug = slugFrom(name).slice(0, 80).replace(/-$/, '')
  return /[a-z]/.test(slug) ? slug : otherwise
}

const rowsOf = ({ values }: FirstRunForm): FileRows => {
  const venue = slugOr(values('venueName'), 'venue')
  return {
    operator: [
      {
        slug: slugOr(values('operatorName'), 'operator'),
        name: values('operatorName'),
        ...(values('legalName') === '' ? {} : { legalName: values('legalName') }),
        currencySymbol: values('currencySymbol'),
        timezone: values('timezone'),
      },
    ],
    venues: [
      {
        slug: venue,
        name: values('venueName'),
        ...Object.fromEntries(
          (['addressLineOne', 'town', 'postcode'] as const)
            .filter((field) => values(field) !== '')
            .map((field) => [field, values(field)]),
        ),
      },
    ],
    people: [
      {
        reference: 'S-1',
        firstName: values('firstName'),
        lastName: values('lastName'),
        email: values('email'),
        password: values('password'),
        role: 'staff',
        staffLevel: 'supervisor',
        roles: [{ role: 'administrator' }],
        homeVenue: venue,
      },
    ],
  }
}

/** Where the form has what a field of a file says. */
const fieldsOfForm: Readonly<Record<string, FirstRunField>> = {
  'operator.json slug': 'operatorName',
  'operator.json name': 'operatorName',
  'operator.json legal_name': 'legalName',
  'operator.json currency_symbol': 'currencySymbol',
  'operator.json timezone': 'timezone',
  'venues.json slug': 'venueName',
  'venues.json name': 'venueName',
  'venues.json address_line_one': 'addressLineOne',
  'venues.json town': 'town',
  'venues.json postcode': 'postcode',
  'people.json first_name': 'firstName',
  'people.json last_name': 'lastName',
  'people.json email': 'email',
  'people.json password': 'password',
}

const errorsOf = (
  problems: readonly Problem[],
  ofPassword: ReadonlyMap<FirstRunField, string>,
): Map<FirstRunField, string> => {
  const errors = new Map(ofPassword)
  for (const { file, field, sentence } of problems) {
    const inForm = fieldsOfForm[`${file} ${field}`]
    if (inForm === undefined) throw new Error(`The form has no field for ${field} of ${file}: ${sentence}`)
    if (!errors.has(inForm)) errors.set(inForm, problemSentence(sentence))
  }
  return errors
}

const whyWeak = async (
  { values }: FirstRunForm,
  messages: Messages,
  breachedPasswords: BreachedPasswords | null,
): Promise<Map<FirstRunField, string>> => {
  const password = values('password')
  if (password === '') return new Map([['password', problemSentence(operatorMessages().importing.missing)]])
  const about = { email: normalEmail(values('email')), operatorName: values('operatorName') }
  const why =
    whyWeakPassword(password, about) ??
    (breachedPasswords === null ? null : await whyBreached(breachedPasswords, password))
  return why === null ? new Map() : new Map([['password', why(messages)]])
}
