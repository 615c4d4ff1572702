import type { Database } from '#server/platform/database.ts'
import type { TestApp, TestBrowser } from '#test/support/app.ts'
import { authorise, complete } from '#test/support/buying.ts'
import { api } from '#web/platform/api.ts'
import type { Random } from './random.ts'

export const roles = ['visitor', 'customer', 'desk', 'supervisor', 'stale'] as const
export type Role = (typeof roles)[number]

/** Gives browsers of every role; each is used for some time and then replaced. */
export const createCallers = (db: Database, app: TestApp, random: Random) => {
  const browsers = new Map<string, { browser: TestBrowser; left: number }>()

  const personOf = async (role: Role): Promise<number | null> => {
    const people = await db
      .selectFrom('customer')
      .select('id')
      .where('closedAt', 'is', null)
      .where('role', '=', role === 'customer' ? 'customer' : 'staff')
      .$if(role === 'desk', (query) => query.where('staffLevel', 'is distinct from', 'supervisor'))
      .$if(role === 'supervisor', (query) => query.where('staffLevel', '=', 'supervisor'))
      .orderBy('id')
      // Few, so that what one has done is there when the next request comes.
      .limit(random.chance(0.8) ? 4 : 60)
      .execute()
    return people.length === 0 ? null : random.pick(people).id
  }

  const open = async (role: Role): Promise<TestBrowser> => {
    const browser = app.browser({ site: role === 'desk' || role === 'supervisor' ? 'desk' : 'bookings' })
    if (role === 'visitor') return browser
    if (role === 'stale') {
      await browser.logIn((await personOf('customer')) ?? 0)
      if (random.chance(0.5))
        browser.cookies.set('authToken', random.pick(['', '""', 'x'.repeat(4000), '%00']))
      else await browser.send(api.sessions.logout, {})
      browser.cookies.set('basket', random.pick(['x', '0f8fad5b-d9cb-469f-a165-70867728950e', '%E0%A4%A']))
      browser.cookies.set('orders', `${'A'.repeat(32)}.${'%00'.repeat(10)}`)
      return browser
    }
    const id = await personOf(role)
    if (id !== null) await browser.logIn(id)
    return browser
  }

  return {
    /** A browser of this role, the same as before for about forty requests. */
    browserOf: async (role: Role): Promise<TestBrowser> => {
      const key = `${role} ${random.below(2)}`
      const existing = browsers.get(key)
      if (existing !== undefined && existing.left > 0) {
        existing.left -= 1
        return existing.browser
      }
      const browser = await open(role)
      browsers.set(key, { browser, left: 20 + random.below(40) })
      return browser
    },
    /** The next browser of its role is another one. */
    replace: (browser: TestBrowser): void => {
      for (const entry of browsers.values()) if (entry.browser === browser) entry.left = 0
    },
  }
}

/** Buys a class as a customer does, so that there are orders, payments and bookings to name in other requests. */
export const buyOne = async (browser: TestBrowser, publicId: string): Promise<void> => {
  await browser.send(api.baskets.clear, {})
  await browser.send(api.baskets.add, { items: [{ id: publicId }] })
  const { transactionUuid } = await authorise(browser)
  await complete(browser, transactionUuid)
}
