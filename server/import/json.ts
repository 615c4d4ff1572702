/*
 * JSON with line numbers. JSON.parse tells neither where a wrong value stands nor that a key is there twice,
 * and people who keep their venues in files need both.
 */

/** A parsed file. `lineOf` answers the line on which the value at a path begins, or the nearest one above it. */
export type Located = { value: unknown; lineOf: (path: readonly PropertyKey[]) => number }

/** The text is not JSON. */
export class NotJson extends Error {
  readonly line: number

  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

const separator = '\u0000'

/** Parses JSON, remembering lines. Throws NotJson. */
export const parseJson = (text: string): Located => {
  const lines = new Map<string, number>()
  let at = 0
  let line = 1

  const fail = (message: string): never => {
    throw new NotJson(line, message)
  }

  const skip = () => {
    for (; at < text.length; at += 1) {
      const character = text[at]
      if (character === '\n') line += 1
      else if (character !== ' ' && character !== '\t' && character !== '\r' && character !== '\uFEFF') return
    }
  }

  const expect = (character: string, after: string) => {
    skip()
    if (text[at] !== character) fail(`expected "${character}" ${after}, found ${shown(text[at])}.`)
    at += 1
  }

  const string = (): string => {
    const start = at
    at += 1
    for (; at < text.length; at += 1) {
      const character = text[at]
      if (character === '\n') fail('a text is not closed before the end of its line.')
      if (character === '\\') at += 1
      else if (character === '"') {
        at += 1
        return scalar(text.slice(start, at)) as string
      }
    }
    return fail('a text is not closed.')
  }

  const scalar = (token: string): unknown => {
    try {
      return JSON.parse(token)
    } catch {
      return fail(`${token.slice(0, 40)} is not JSON.`)
    }
  }

  const value = (path: string): unknown => {
    skip()
    lines.set(path, line)
    const character = text[at]
    if (character === '{') return object(path)
    if (character === '[') return array(path)
    if (character === '"') return string()
    const token = /^[-+.\w]+/.exec(text.slice(at, at + 64))?.[0]
    if (token === undefined) return fail(`expected a value, found ${shown(character)}.`)
    at += token.length
    return scalar(token)
  }

  const object = (path: string): unknown => {
    const result: Record<string, unknown> = {}
    at += 1
    skip()
    if (text[at] === '}') {
      at += 1
      return result
    }
    for (;;) {
      skip()
      if (text[at] !== '"') fail(`expected a name in double quotes, found ${shown(text[at])}.`)
      const name = string()
      if (Object.hasOwn(result, name)) fail(`"${name}" is there twice.`)
      expect(':', `after "${name}"`)
      result[name] = value(`${path}${separator}${name}`)
      skip()
      if (text[at] === ',') at += 1
      else {
        expect('}', `or a comma after "${name}"`)
        return result
      }
    }
  }

  const array = (path: string): unknown => {
    const result: unknown[] = []
    at += 1
    skip()
    if (text[at] === ']') {
      at += 1
      return result
    }
    for (;;) {
      result.push(value(`${path}${separator}${result.length}`))
      skip()
      if (text[at] === ',') at += 1
      else {
        expect(']', 'or a comma in the list')
        return result
      }
    }
  }

  const parsed = value('')
  skip()
  if (at < text.length) fail(`expected the end of the file, found ${shown(text[at])}.`)

  const lineOf = (path: readonly PropertyKey[]): number => {
    for (let length = path.length; length >= 0; length -= 1) {
      const key = path
        .slice(0, length)
        .map((part) => separator + String(part))
        .join('')
      const known = lines.get(key)
      if (known !== undefined) return known
    }
    return 1
  }
  return { value: parsed, lineOf }
}

const shown = (character: string | undefined): string =>
  character === undefined ? 'the end of the file' : `"${character}"`
