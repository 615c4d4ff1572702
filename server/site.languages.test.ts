import type { Endpoint } from '#contract/endpoint.ts'
import * as contract from '#contract/index.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { jobHandlers } from './jobs.ts'
import { catalogues } from '#server/messages/languages.ts'
import type { Database } from '#server/platform/database.ts'
import { runDueJobs } from '#server/platform/queue.ts'
import type { Message } from '#server/providers/mail/smtp.ts'
import { hashOf } from '#server/sessions/passwords.ts'
import type { PageRequest } from './site.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp } from '#test/support/app.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { aRegistration } from '#test/support/registration.ts'
import { enterMarked, marked } from '#test/support/secondLanguage.ts'
import { api } from '#web/platform/api.ts'

const now = new Date('2027-02-28T10:00:00Z')
const isMarked = (text: unknown): boolean => /^⟦.*⟧$/s.test(String(text))

let db: Database
let operatorId: number
let app: TestApp
/** The languages of the pages that were rendered, and of what they read. */
let rendered: string[]

const render = async ({ language, fetchApi }: PageRequest) => {
  const read = await fetchApi(new Request('http://bookings.onside.localhost:3000/api/nothing'))
  const { message } = (await read.json()) as { message: string }
  rendered.push(isMarked(message) === (language === marked) ? language : `${language}, reading ${message}`)
  return {
    status: 200,
    headers: [['content-language', language]] as [string, string][],
    html: `<p>${language}</p>`,
    styleHashes: [],
    scriptHashes: [],
  }
}

beforeEach(async () => {
  ;({ db } = await testDatabase())
  await emptyTables(db)
  enterMarked()
  rendered = []
  operatorId = (await anOperator(db)).id
  app = testApp(db, { now, render, languages: ['en', marked] })
})
afterEach(() => {
  delete (catalogues as Partial<Record<string, unknown>>)[marked]
})

const messageOf = async (response: Response): Promise<string> =>
  ((await response.json()) as { message: string }).message

describe('the language of a page', () => {
  it('is that of the link, of the browser that followed it, and of its settings', async () => {
    const byLink = app.browser()
    const answer = await byLink.fetch(`/?lang=${marked}`)
    expect(answer.headers.get('content-language')).toBe(marked)
    expect(byLink.cookies.get('lang')).toBe(marked)
    await byLink.fetch('/', { headers: { 'accept-language': 'en' } })
    await app.browser().fetch('/', { headers: { 'accept-language': `de, ${marked};q=0.5` } })
    await app.browser().fetch('/', { headers: { 'accept-language': 'de' } })
    const unknown = app.browser()
    await unknown.fetch('/?lang=de')
    expect(unknown.cookies.has('lang')).toBe(false)
    expect(rendered).toEqual([marked, marked, marked, 'en', 'en'])
  })

  it('is that of the account in a browser where nothing was chosen, from the log-in on', async () => {
    const { id } = await aCustomer(db, operatorId, {
      email: 'ann@example.test',
      passwordHash: await hashOf('correct horse 7'),
    })
    await db.updateTable('customer').set({ language: marked }).where('id', '=', id).execute()
    const logIn = { username: 'ann@example.test', password: 'correct horse 7' }
    const [fresh, chosen] = [app.browser(), app.browser()]
    await fresh.send(api.sessions.login, logIn)
    await fresh.fetch('/')
    await chosen.fetch('/?lang=en')
    await chosen.send(api.sessions.login, logIn)
    await chosen.fetch('/')
    expect(rendered).toEqual([marked, 'en', 'en'])
    // A program without cookies reads in the language of the account, too.
    const program = app.browser()
    await program.logIn(id)
    expect(
      await messageOf(await program.fetch('/api/nothing', { headers: { 'accept-language': 'en' } })),
    ).toSatisfy((text: string) => !isMarked(text))
    const refused = await program.fetch('/api/my-account/details', {
      method: 'PUT',
      body: '{"first_name":""}',
    })
    expect(await messageOf(refused)).toSatisfy(isMarked)
    expect(refused.headers.get('content-language')).toBe(marked)
  })

  it('is never that of the visitor before, and who has chosen one is answered from memory as well', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now })
    try {
      const read = async (headers: Record<string, string>) => {
        const answer = await app.app.request(
          new Request('http://bookings.onside.localhost:3000/', {
            headers: { host: 'bookings.onside.localhost:3000', ...headers },
          }),
        )
        expect(answer.headers.get('vary')).toContain('Accept-Language')
        return await answer.text()
      }
      for (let visits = 0; visits < 4; visits += 1) {
        expect(await read({ 'accept-language': 'en-GB,en;q=0.9' })).toBe('<p>en</p>')
        expect(await read({ 'accept-language': 'fr' })).toBe('<p>en</p>')
        expect(await read({ cookie: `lang=${marked}` })).toBe(`<p>${marked}</p>`)
        expect(await read({ 'accept-language': marked })).toBe(`<p>${marked}</p>`)
      }
      expect(rendered).toHaveLength(4)
      await read({ cookie: `lang=${marked}; theme=dark` })
      expect(rendered).toHaveLength(5)
    } finally {
      vi.useRealTimers()
    }
  })

  it('is no question where the operator offers one: no cookie, and nothing that splits a cache', async () => {
    const single = testApp(db, { now, render })
    const browser = single.browser()
    const page = await browser.fetch(`/?lang=${marked}`, { headers: { 'accept-language': marked } })
    expect(page.headers.get('content-language')).toBe('en')
    const refused = await browser.fetch('/api/nothing', { headers: { 'accept-language': marked } })
    expect(refused.headers.get('content-language')).toBe('en-GB')
    for (const { headers } of [page, refused])
      expect(headers.get('vary') ?? '').not.toContain('Accept-Language')
    expect([...browser.cookies.keys()]).toEqual([])
  })
})

describe('an answer of the API', () => {
  it('says its language where it has words of ours', async () => {
    for (const [language, accepted] of [
      ['en-GB', 'en'],
      [marked, marked],
    ] as const) {
      const answer = await app.browser().fetch('/api/nothing', { headers: { 'accept-language': accepted } })
      expect(answer.headers.get('content-language')).toBe(language)
      expect(answer.headers.get('vary')).toContain('Accept-Language')
      expect(isMarked(await messageOf(answer))).toBe(language === marked)
    }
  })

  it('that shared caches keep is the same in every language, and says so', async () => {
    const paths = Object.values(contract)
      .flatMap((noun) => Object.values(noun) as Endpoint[])
      .filter(({ cache, path }) => cache === 'public' && !path.includes('{'))
      .map(({ path }) => path)
    expect(paths.length).toBeGreaterThan(4)
    let answered = 0
    for (const path of paths) {
      const answers = await Promise.all(
        ['en', marked].map((accepted) =>
          app.browser().fetch(`/api${path}`, { headers: { 'accept-language': accepted } }),
        ),
      )
      if (!answers.every(({ ok }) => ok)) continue
      answered += 1
      const [one, other] = await Promise.all(
        answers.map(async (answer) => (await answer.text()).replace(/"now":"[^"]*"/, '')),
      )
      expect(other).toBe(one)
      for (const { headers } of answers) {
        expect(headers.get('content-language')).toBeNull()
        expect(headers.get('vary')).not.toMatch(/Accept-Language|Cookie/)
      }
    }
    expect(answered).toBeGreaterThan(3)
  })
})

describe('the language of a customer', () => {
  const languageOf = async (email: string) =>
    (await db.selectFrom('customer').select('language').where('email', '=', email).executeTakeFirstOrThrow())
      .language

  it('is the one they registered in, and that of their mail', async () => {
    const browser = app.browser({ headers: { 'accept-language': marked } })
    await browser.send(api.customers.register, { ...aRegistration(0), terms: [], homeVenueSlug: '' })
    expect(await languageOf('ann@example.test')).toBe(marked)
    const sent: Message[] = []
    const services = { ...app.services, mail: { send: async (message: Message) => void sent.push(message) } }
    const log = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }
    await runDueJobs(db, jobHandlers({ db, clock: app.clock, log, services }), now, log)
    expect(sent).toHaveLength(1)
    expect(sent[0]?.subject).toSatisfy(isMarked)
    expect(sent[0]?.html).toContain(`<html lang="${marked}">`)
  })

  it('is changed with the details, in this browser as well; one that is not offered is refused', async () => {
    const { id } = await aCustomer(db, operatorId, { email: 'ann@example.test' })
    const browser = app.browser()
    await browser.logIn(id)
    expect((await browser.send(api.customers.details, {})).language).toBeNull()
    const changed = await browser.send(api.customers.changeDetails, { language: marked })
    expect(changed.language).toBe(marked)
    expect(browser.cookies.get('lang')).toBe(marked)
    await expect(browser.send(api.customers.changeDetails, { language: 'de' })).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringMatching(/^⟦/) as string,
    })
    expect(await languageOf('ann@example.test')).toBe(marked)
  })
})
