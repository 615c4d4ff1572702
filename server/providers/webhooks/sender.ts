import { lookup } from 'node:dns/promises'
import { request } from 'node:https'
import type { RequestOptions } from 'node:https'
import ipaddr from 'ipaddr.js'

/** What was answered to a delivery, or why nothing was. */
export type Sent =
  | { status: number; answer: string; problem: null }
  | { status: null; answer: string; problem: 'address_not_allowed' | 'timed_out' | 'no_answer' }

/** Sends to addresses that others choose. Never throws. */
export type WebhookSender = {
  send: (address: string, headers: Readonly<Record<string, string>>, body: string) => Promise<Sent>
}

const timeOutMs = 10_000

/** So much of an answer is stored, in characters; the rest is not read. */
const answerLength = 2000

type Deps = {
  resolve: (hostname: string) => Promise<string[]>
  isAllowed: (address: string) => boolean
  timeOutMs: number
  /** Certificates that are trusted besides; those of the system by default. */
  ca?: string
}

const ofTheInternet: Deps = {
  resolve: async (hostname) =>
    (await lookup(hostname, { all: true, verbatim: true })).map(({ address }) => address),
  isAllowed: (address) => isPublicAddress(address),
  timeOutMs,
}

const globalUnicast = ipaddr.parseCIDR('2000::/3')

/** Whether an address is one of the internet: neither of this machine, nor of a network of ours, nor of a special kind. */
export const isPublicAddress = (address: string): boolean => {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || parsed.match(globalUnicast)
}

/** The host of a URL as an address; null where it is a name. */
const addressIn = (hostname: string): string | null => {
  const bare = hostname.replace(/^\[|\]$/g, '')
  return ipaddr.isValid(bare) ? bare : null
}

/**
 * Whether an address may be stored: https, without a password, and no address of a network of ours. What a name stands for
 * is looked up at each delivery.
 */
export const mayBeSentTo = (text: string): boolean => {
  const { protocol, hostname, username, password } = new URL(text)
  if (protocol !== 'https:' || username !== '' || password !== '') return false
  const address = addressIn(hostname)
  if (address !== null) return isPublicAddress(address)
  return hostname.includes('.') && !/(?:^|\.)(?:localhost|local|internal)\.?$/.test(hostname)
}

/**
 * Looks the name up, checks every address it stands for, and connects to one that was checked: a name that stands for
 * another address a moment later leads nowhere else. Redirects are answers like any other.
 * @param further replaces what a test cannot have; the product passes none
 */
export const createWebhookSender = (further: Partial<Deps> = {}): WebhookSender => {
  const deps = { ...ofTheInternet, ...further }
  return {
    send: async (text, headers, body) => {
      const signal = AbortSignal.timeout(deps.timeOutMs)
      try {
        const url = new URL(text)
        const host = addressIn(url.hostname)
        const addresses = host === null ? await before(signal, deps.resolve(url.hostname)) : [host]
        const [address] = addresses
        if (url.protocol !== 'https:' || address === undefined || !addresses.every(deps.isAllowed))
          return { status: null, answer: '', problem: 'address_not_allowed' }
        return await post(url, { address, headers, body, signal, ca: deps.ca })
      } catch (error) {
        return {
          status: null,
          answer: error instanceof Error && 'code' in error ? String(error.code) : '',
          problem: signal.aborted ? 'timed_out' : 'no_answer',
        }
      }
    },
  }
}

const before = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
    }),
  ])

type Post = {
  address: string
  headers: Readonly<Record<string, string>>
  body: string
  signal: AbortSignal
  ca: string | undefined
}

const post = (url: URL, { address, headers, body, signal, ca }: Post): Promise<Sent> =>
  new Promise((resolve, reject) => {
    const family = address.includes(':') ? 6 : 4
    const options: RequestOptions = {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Onside',
      },
      signal,
      // No connection of another delivery, nor one kept open to an address that was checked earlier.
      agent: false,
      lookup: (_hostname, { all }, answer) => {
        if (all === true) answer(null, [{ address, family }])
        else answer(null, address, family)
      },
      ...(ca === undefined ? {} : { ca }),
    }
    const sent = request(url, options, (response) => {
      const status = response.statusCode ?? 0
      let answer = ''
      const finish = () => {
        resolve({ status, answer: answer.slice(0, answerLength).replaceAll('\0', ''), problem: null })
      }
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        answer += part
        if (answer.length < answerLength) return
        finish()
        sent.destroy()
      })
      response.on('end', finish)
      response.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
