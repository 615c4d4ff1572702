import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '#test/support/database.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { refusal } from '#test/support/refusal.ts'
import { twoOperators } from '#test/support/twoOperators.ts'
import type { TwoOperators } from '#test/support/twoOperators.ts'
import { api, ApiError } from '#web/platform/api.ts'

/* Who guesses references, addresses and codes, on an installation of two operators. */

let world: TwoOperators
let swim: Awaited<ReturnType<TwoOperators['swim']>>
let foreignReference: string

beforeAll(async () => {
  world = await twoOperators((await testDatabase()).db)
  swim = await world.swim(['09:00', '11:00'])
  const other = await world.db
    .selectFrom('operator')
    .select('id')
    .where('slug', '=', 'other')
    .executeTakeFirstOrThrow()
  foreignReference = (await aCustomer(world.db, other.id)).reference
})

afterAll(() => world.removeFiles())
beforeEach(() => world.db.deleteFrom('rateCount').execute())

const from = (address: string) => world.app.browser({ headers: { 'x-rendering-for': address } })

type Answer = { code: string | null; text: string }

/** What a guess shows: why it was refused, or the price that it got. */
const answerTo = async (call: Promise<{ total: number }>): Promise<Answer> => {
  try {
    return { code: null, text: String((await call).total) }
  } catch (error) {
    if (error instanceof ApiError) return { code: error.code, text: error.message }
    throw error
  }
}

const lookUp = (reference: string, address = '203.0.113.9'): Promise<Answer> =>
  answerTo(
    from(address)
      .send(api.pricing.ticket, {
        venue: 'demo-centre',
        activityId: 'swim-for-all',
        occurrenceId: swim.sessions[0]?.publicId ?? '',
        reference,
      })
      .then(() => ({ total: 0 })),
  )

const add = (reference: string, address = '203.0.113.9'): Promise<Answer> =>
  answerTo(
    from(address).send(api.baskets.add, {
      items: [
        {
          id: swim.sessions[0]?.publicId ?? '',
          ticketId: swim.adult.publicId,
          quantity: 1,
          customerReference: reference,
        },
      ],
    }),
  )

describe('a stranger who guesses references', () => {
  it('has thirty guesses, however they are spread over prices and ever new baskets', async () => {
    const answers: Answer[] = []
    for (let guess = 0; guess < 84; guess += 1)
      answers.push(await (guess % 2 === 0 ? lookUp : add)(`QM-${10_000 + guess}`))
    const limited = answers.filter(({ code }) => code === 'too_many')
    expect(answers.length - limited.length).toBeLessThanOrEqual(30)
    expect(answers.slice(30)).toEqual(answers.slice(30).map(() => limited[0]))
    // Another network is not made to wait.
    expect((await lookUp('QM-1', '198.51.100.7')).code).toBe('discount_refused')
  })

  it("reads the same for another operator's customer as for none", async () => {
    expect(await lookUp(foreignReference)).toEqual(await lookUp('QM-99999'))
    expect(await add(foreignReference)).toEqual(await add('QM-99999'))
  })
})

describe('a stranger who guesses addresses', () => {
  it('reads the same for an account, an account of another operator, and none', async () => {
    const { email } = world.victim
    const answers: unknown[] = []
    for (const [index, name] of [email, 'nobody@example.test', foreignReference].entries()) {
      const browser = from(`198.51.100.${index}`)
      answers.push([
        await browser.send(api.sessions.forgottenPassword, { emailOrReference: name }),
        await browser.send(api.sessions.requestLoginLink, { emailOrReference: name }),
        (({ status, code, message }) => ({ status, code, message }))(
          await refusal(browser.send(api.sessions.login, { username: name, password: 'wrong' })),
        ),
      ])
    }
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
  })
})

describe('a stranger who guesses codes of links', () => {
  it('is slowed down, and learns nothing from the answers', async () => {
    const codes: string[] = []
    for (let guess = 0; guess < 110; guess += 1) {
      const token = `guess-${guess}`.padEnd(43, 'x')
      codes.push((await refusal(from('203.0.113.9').send(api.sessions.confirmEmail, { token }))).code)
    }
    expect(new Set(codes)).toEqual(new Set(['token_expired', 'too_many']))
  })
})
