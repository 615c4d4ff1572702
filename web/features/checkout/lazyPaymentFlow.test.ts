import { expect, test, vi } from 'vitest'
import type { Client } from '#web/platform/api.ts'
import { createLazyPaymentFlow } from './lazyPaymentFlow.ts'
import type { createPaymentFlow, PaymentFlowDeps, PaymentOrder } from './paymentFlow.ts'
import type { PaymentEvent } from './paymentState.ts'

const order = { card: null, authorise: {}, complete: { termsAccepted: true } } as unknown as PaymentOrder

const createDeps = () => {
  const events: PaymentEvent[] = []
  const send = vi.fn<(call: { path: string }) => Promise<unknown>>(async () => ({
    completeOrderId: 7,
    reference: 'A7',
  }))
  const deps: PaymentFlowDeps = {
    send: send as unknown as Client['send'],
    wait: async () => undefined,
    dispatch: (event) => events.push(event),
    remember: () => undefined,
    hasSessionEnded: async () => false,
    onStopped: () => undefined,
  }
  return { deps, send, events }
}

/** The script arrives when `arrive` is called. */
const slowScript = () => {
  let arrive = (): void => undefined
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const load = async () => {
    await arrived
    return import('./paymentFlow.ts')
  }
  return { load, arrive: () => arrive() }
}

test('E01: a press before the script has come is paid once it comes, and only once', async () => {
  const { deps, send, events } = createDeps()
  const { load, arrive } = slowScript()
  const flow = createLazyPaymentFlow(deps, load)
  const presses = [flow.pay(order), flow.pay(order)]
  expect(send).not.toHaveBeenCalled()
  arrive()
  await Promise.all(presses)
  expect(send).toHaveBeenCalledTimes(1)
  expect(events.map(({ type }) => type)).toEqual(['completing', 'placed'])
})

test('a script that cannot be loaded is said, and the next press tries again', async () => {
  const { deps, send, events } = createDeps()
  const load = vi
    .fn<() => Promise<{ createPaymentFlow: typeof createPaymentFlow }>>()
    .mockRejectedValueOnce(new Error('offline'))
    .mockImplementation(() => import('./paymentFlow.ts'))
  const flow = createLazyPaymentFlow(deps, load)
  await flow.pay(order)
  expect(events).toMatchObject([{ type: 'interrupted', error: { title: "Part of this page couldn't load" } }])
  await flow.pay(order)
  expect(send).toHaveBeenCalledTimes(1)
})

test('a page that was left before the script came sends nothing', async () => {
  const { deps, send, events } = createDeps()
  const { load, arrive } = slowScript()
  const flow = createLazyPaymentFlow(deps, load)
  const pressed = flow.pay(order)
  flow.stop()
  arrive()
  await pressed
  expect(send).not.toHaveBeenCalled()
  expect(events).toEqual([])
})
