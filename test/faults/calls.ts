import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Random } from '#test/fuzz/random.ts'

export type Answer = { status: number; body: Record<string, unknown> }

/** A call with the same key until there is an answer that stays. A status of 0 means that there was none. */
export type Call = (
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: object,
) => Promise<Answer>

/** As often as the page tries a call again while the server does not answer. */
const attempts = 30
const pauseMs = 300

/**
 * Calls any node, and tries again like the page does.
 * @param statuses counts the answers by status, refusals with their code; 0 counts calls without an answer
 */
export const createCall = ({
  bases,
  random,
  statuses,
}: {
  bases: () => readonly string[]
  random: Random
  statuses: Record<string, number>
}): Call => {
  const send: Call = async (method, path, headers, body) => {
    try {
      const response = await fetch(`${random.pick(bases())}/api${path}`, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        signal: AbortSignal.timeout(20_000),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const answer = (await response.json()) as Record<string, unknown>
      return { status: response.status, body: (answer['data'] ?? answer) as Record<string, unknown> }
    } catch {
      // The connection is lost: the server has done it or not.
      return { status: 0, body: {} }
    }
  }
  return async (method, path, more, body) => {
    const headers = { ...more, ...(method === 'GET' ? {} : { 'idempotency-key': randomUUID() }) }
    let answer: Answer = { status: 0, body: {} }
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      answer = await send(method, path, headers, body)
      const code = answer.status === 409 ? ` ${String(answer.body['code'])}` : ''
      const status = `${answer.status}${code}`
      statuses[status] = (statuses[status] ?? 0) + 1
      const mayPass =
        answer.status === 0 ||
        answer.status >= 500 ||
        answer.status === 429 ||
        ['busy', 'in_progress'].includes(String(answer.body['code']))
      if (!mayPass) return answer
      await wait(pauseMs)
    }
    return answer
  }
}
