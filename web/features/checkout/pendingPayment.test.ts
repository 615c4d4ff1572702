import { expect, it } from 'vitest'
import type { Cookies } from '#web/platform/cookies.ts'
import { pendingPayment, savePendingPayment } from './pendingPayment.ts'

const uuid = '0f8fad5b-d9cb-469f-a165-70867728950e'

const cookieJar = (): Cookies => {
  const values = new Map<string, string>()
  return {
    get: (name) => values.get(name),
    set: (name, value, { maxAge } = {}) =>
      void (maxAge === 0 ? values.delete(name) : values.set(name, value)),
    names: () => [...values.keys()],
  }
}

const purchases = [{}, { joiningId: 7 }, { joiningId: 8 }, { moveId: 7 }, { invoiceId: 7 }]

it.each(purchases)('a payment is found where it began, and nowhere else: %o', (paidFor) => {
  const cookies = cookieJar()
  savePendingPayment(cookies, uuid, paidFor)
  const found = purchases.filter((one) => pendingPayment(cookies, one) === uuid)
  expect(found).toEqual([paidFor])
})

it('a payment is forgotten when it is over, not when another is', () => {
  const cookies = cookieJar()
  savePendingPayment(cookies, uuid, { moveId: 7 })
  savePendingPayment(cookies, null)
  expect(pendingPayment(cookies, { moveId: 7 })).toBe(uuid)
  savePendingPayment(cookies, null, { moveId: 7 })
  expect(pendingPayment(cookies, { moveId: 7 })).toBeUndefined()
})

it('what is no payment is not one', () => {
  const cookies = cookieJar()
  for (const value of ['', 'short', `${uuid} `, 'a'.repeat(65)]) {
    cookies.set('paying', value)
    expect(pendingPayment(cookies)).toBeUndefined()
  }
})
