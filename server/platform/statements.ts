import { createHash } from 'node:crypto'
import pg from 'pg'

const integer8 = 20
const date = 1082
const numeric = 1700

/** Ids and sums fit a number; a day is a word and not an instant, so it stays the string it is. */
export const typeParsers = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === integer8 || oid === numeric) return Number
    if (oid === date) return (text: string) => text
    return pg.types.getTypeParser(oid, format)
  },
}

type Client = Pick<pg.Client, 'query'>

/**
 * Statements come from code, so there are few; lists of unlike length make more without end, and each costs memory in
 * every connection, on both sides.
 */
export const mostNamed = 2000

const names = new Map<string, string>()

/** undefined: there are too many names. */
const statementName = (text: string): string | undefined => {
  let name = names.get(text)
  if (name === undefined && names.size < mostNamed) {
    name = createHash('sha1').update(text).digest('base64url').slice(0, 24)
    names.set(text, name)
  }
  return name
}

/** Statements that leave nothing behind on the connection, which another client's transaction may use next. */
export const unnamed = (client: Client) => ({
  query: (text: string, values: readonly unknown[] = []) =>
    values.length === 0 ? client.query(text) : client.query({ text, values: [...values] }),
})

const nameOf = (text: string): { name?: string } => {
  const name = statementName(text)
  return name === undefined ? {} : { name }
}

/**
 * A statement with parameters is prepared once a connection and known by a name: a third of its cost on a
 * small query. Without parameters it goes as it is, which lets a migration hold several.
 */
export const named = (client: Client) => ({
  query: (text: string, values: readonly unknown[] = []) =>
    values.length === 0 ? client.query(text) : client.query({ ...nameOf(text), text, values: [...values] }),
})
