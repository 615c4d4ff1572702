/**
 * One name from the contract's call to the act: the function that a route calls has the words of the call, and its file
 * has one of them, so that a search for what somebody does finds where it happens (docs/decisions/0045).
 */
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import * as api from '#contract/index.ts'

type Node = { type: string; name?: string; [key: string]: unknown }

const calls: Readonly<Record<string, object>> = api

const root = path.join(import.meta.dirname, '../..')

/** Nouns whose calls are methods of something made when the server starts: a cache of ready answers, a company. */
const answeredByMethods =
  /^(geocoding\.search|operator\.|pricing\.venue|search\.|timetable\.|venues\.|activities\.categories)/

/** Calls whose act has another name, and why. */
const exceptions: Readonly<Record<string, string>> = {
  'bookings.change': 'the other form of bookings.cancel on the wire',
  'credits.applyToBasket': 'applies to a basket that the call names, by the same act',
  'moves.beginOfOrder': 'begins a move by the link of an order, by the same act',
  'moves.moveOfOrder': 'moves by the link of an order, by the same act',
  'moves.timesOfOrder': 'lists times by the link of an order, by the same act',
  'openactive.sharedFeed': 'the feed of all operators, by the act of one',
  'pricing.removeBenefit': 'benefits and packages are both discounts of a line',
  'pricing.removePackage': 'benefits and packages are both discounts of a line',
  'sessions.forgottenPassword': 'the path of the wire; the act requests a reset',
  'waivers.occurrenceAnswers': 'the answers of one session, by the act of a basket',
  'waivers.occurrenceAnswersV1': 'the answers of one session, by the act of a basket',
}

/** Words that say only that something is read, or in which form of ids. */
const formWords = new Set([
  'mine',
  'one',
  'all',
  'read',
  'list',
  'find',
  'v',
  'numeric',
  'of',
  'at',
  'to',
  'by',
  'and',
])

const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/log(in|out)/, 'log $1')
    .split(/[^a-z]+/)
    .filter((word) => word !== '' && !formWords.has(word))
    .map((word) => word.replace(/s$/, '').replace(/(ie|y|ing|e)$/, ''))

type Route = { call: string; functions: { name: string; file: string }[] }

const nodesIn = function* (node: unknown): Generator<Node> {
  if (Array.isArray(node)) for (const one of node) yield* nodesIn(one)
  else if (typeof node === 'object' && node !== null && typeof (node as Node).type === 'string') {
    yield node as Node
    for (const value of Object.values(node)) yield* nodesIn(value)
  }
}

/** The routes of a file: each call of the contract with the functions of nouns that its handler names. */
const routesIn = (file: string): Route[] => {
  const text = readFileSync(path.join(root, file), 'utf8')
  const { program } = parseSync(file, text)
  const imported = new Map<string, string>()
  for (const { source, specifiers } of nodesIn(program) as Iterable<{
    source?: { value: string }
    specifiers?: { local: { name: string } }[]
  }>)
    for (const { local } of specifiers ?? []) {
      const from = source?.value ?? ''
      const place = from.startsWith('./') ? path.join(path.dirname(file), from) : from.slice(1)
      if (/^server\/(?!platform|messages)/.test(place)) imported.set(local.name, place)
    }
  return [...nodesIn(program)]
    .filter(({ type }) => type === 'VariableDeclarator')
    .flatMap((declared) => {
      const source = text.slice(Number(declared['start']), Number(declared['end']))
      const [, noun = ''] = /Routes<\s*typeof (\w+)/.exec(source) ?? []
      const names = Object.keys(calls[noun] ?? {})
      return [...nodesIn(declared)]
        .filter(({ type }) => type === 'Property')
        .map(({ key, value }) => ({ key: (key as Node).name ?? '', value }))
        .filter(({ key, value }) => names.includes(key) && /Function/.test((value as Node).type))
        .map(({ key, value }) => ({ call: `${noun}.${key}`, functions: functionsOfNouns(value, imported) }))
    })
}

const functionsOfNouns = (handler: unknown, imported: ReadonlyMap<string, string>): Route['functions'] =>
  [...nodesIn(handler)].flatMap(({ type, name = '' }) => {
    const file = imported.get(name)
    return type === 'Identifier' && file !== undefined ? [{ name, file }] : []
  })

const routes = readdirSync(path.join(root, 'server'), { recursive: true, encoding: 'utf8' })
  .filter((file) => path.basename(file) === 'routes.ts')
  .flatMap((file) => routesIn(path.join('server', file)))

describe('a call of the contract', () => {
  it('has a route', () => {
    const found = new Set(routes.map(({ call }) => call))
    const missing = Object.entries(calls)
      .flatMap(([noun, endpoints]) => Object.keys(endpoints).map((name) => `${noun}.${name}`))
      .filter((call) => !found.has(call) && !answeredByMethods.test(call))
    expect(missing).toEqual([])
    expect(Object.keys(exceptions).filter((call) => !found.has(call))).toEqual([])
  })

  it('is named by the act that answers it, and the act by its file', () => {
    const wrong = routes
      .filter(({ call }) => !answeredByMethods.test(call) && !(call in exceptions))
      .filter(({ call, functions }) => {
        const [noun = '', key = ''] = call.split('.')
        return !functions.some(({ name, file }) => {
          const words = new Set([...wordsOf(name), ...wordsOf(noun)])
          const folder = path.basename(path.dirname(file))
          const place = [...wordsOf(path.basename(file, '.ts')), ...wordsOf(folder)]
          return wordsOf(key).every((word) => words.has(word)) && place.some((word) => words.has(word))
        })
      })
      .map(
        ({ call, functions }) =>
          `${call} → ${functions.map(({ name, file }) => `${name} (${file})`).join(', ')}`,
      )
    expect(wrong).toEqual([])
  })
})
