import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { randomFrom } from '#test/fuzz/random.ts'
import { startStripeStub } from '#test/support/stripe.ts'

/** What the company's books say, for the checker. */
export type CompanyLedger = {
  payments: {
    reference: string
    collection: string | null
    amount: number
    status: string
    refunded: number
  }[]
}

/**
 * A card company whose line to us is bad: it loses requests before and after they are carried out, delivers some
 * twice, and delays others. Its books are at `/ledger`.
 * @returns its address
 */
export const startBadCompany = async (seed: number): Promise<string> => {
  const stub = await startStripeStub()
  const random = randomFrom(seed)
  const server = createServer((request, response) => {
    void (async () => {
      if (request.url === '/ledger') return void response.end(JSON.stringify(ledgerOf(stub)))
      const body = await bodyOf(request)
      const deliver = () =>
        fetch(stub.url + (request.url ?? ''), {
          method: request.method ?? 'GET',
          headers: headersOf(request),
          ...(body === '' ? {} : { body }),
        })
      const fault = random.below(20)
      if (fault === 0) return void request.socket.destroy()
      if (fault === 1) await wait(100 + random.below(3000))
      const answer = await deliver()
      if (fault === 2) return void request.socket.destroy()
      if (fault === 3) await deliver()
      if (fault === 4) await wait(100 + random.below(3000))
      response.writeHead(answer.status, { 'content-type': 'application/json' })
      return void response.end(await answer.text())
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    ['authorization', 'content-type', 'idempotency-key'].flatMap((name) => {
      const value = headers[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

const ledgerOf = ({ intents, refunds }: Awaited<ReturnType<typeof startStripeStub>>): CompanyLedger => ({
  payments: [...intents.values()].map(({ id, amount, status, metadata }) => ({
    reference: id,
    collection: metadata['collection'] ?? null,
    amount,
    status,
    refunded: refunds
      .filter((refund) => refund.payment_intent === id)
      .reduce((sum, refund) => sum + refund.amount, 0),
  })),
})
