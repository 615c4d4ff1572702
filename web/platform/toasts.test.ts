import { describe, expect, test } from 'vitest'
import { ApiError } from './api.ts'
import { createToasts } from './toasts.ts'

const refused = (
  status: number,
  code: string,
  message: string,
  errors?: Record<string, string[]>,
): ApiError => new ApiError({ status, code, message, ...(errors === undefined ? {} : { errors }) })

describe('toasts', () => {
  test("I03: a form's errors are titled 'Validation errors' and listed by field", () => {
    const toasts = createToasts()
    toasts.failure(
      refused(422, 'invalid', 'Look again.', { email: ['Enter an e-mail address, like name@example.com.'] }),
    )
    expect(toasts.list()).toMatchObject([
      {
        content: 'Validation errors',
        type: 'validation',
        colour: 'danger',
        validationMessages: { email: ['Enter an e-mail address, like name@example.com.'] },
      },
    ])
  })

  test("D03: shows the server's message for any status, otherwise the caller's or the standard one", () => {
    const toasts = createToasts()
    toasts.failure(refused(409, 'held', 'The last places are in other baskets.'))
    toasts.failure(refused(503, 'provider_unavailable', 'Card payments cannot be taken.'))
    toasts.failure(refused(500, 'failed', ''), {
      fallback: 'Unable to complete your order, please try again.',
    })
    toasts.failure(new Error('a defect'))
    expect(toasts.list().map(({ content }) => content)).toEqual([
      'The last places are in other baskets.',
      'Card payments cannot be taken.',
      'Unable to complete your order, please try again.',
      'Something has gone wrong, please try again.',
    ])
  })

  test('a closed toast can be read again', () => {
    const toasts = createToasts()
    toasts.show({ content: 'Successfully cleared order.', colour: 'success', closeAfter: 3000 })
    const [{ id } = { id: 0 }] = toasts.list()
    toasts.close(id)
    expect(toasts.list()).toMatchObject([{ content: 'Successfully cleared order.', open: false }])
  })

  test('a message takes the place of the one before', () => {
    const toasts = createToasts()
    toasts.show({ content: 'Saved.' })
    toasts.failure(refused(409, 'full', 'It is full.'))
    toasts.show({ content: 'Saved.' })
    expect(toasts.list().map(({ open }) => open)).toEqual([false, false, true])
  })

  test('a message closes when its cause is over, and a failure when its page is left', () => {
    const toasts = createToasts()
    toasts.failure(refused(409, 'full', 'It is full.'), { cause: 'row 7' })
    toasts.closeCause('row 8')
    expect(toasts.list().map(({ open }) => open)).toEqual([true])
    toasts.closeCause('row 7')
    expect(toasts.list().map(({ open }) => open)).toEqual([false])
    toasts.failure(refused(409, 'held', 'It is held.'))
    toasts.closeFailures(Date.now() + 1)
    expect(toasts.list().map(({ open }) => open)).toEqual([false, false])
    toasts.show({ content: 'Saved.', colour: 'success' })
    toasts.closeFailures(Date.now() + 1)
    expect(toasts.list().map(({ open }) => open)).toEqual([false, false, true])
  })

  test('a failure shown while the next page loads stays open on it', () => {
    const toasts = createToasts()
    const startedAt = Date.now()
    toasts.show({ content: "We couldn't find the activity you are looking for", colour: 'danger' })
    toasts.closeFailures(startedAt)
    expect(toasts.list()).toMatchObject([{ open: true }])
  })
})
