import { findNodeAtLocation, getNodeValue, parseTree, printParseErrorCode } from 'jsonc-parser'
import type { Node, ParseError } from 'jsonc-parser'
import { camelName } from '#contract/wire.ts'
import * as messages from '#server/messages/en/import.ts'

/* Parses JSON and keeps line numbers, which JSON.parse does not. Also rejects duplicate keys. */

/** A parsed file. `lineOf` answers the line of the value at a path, or of the nearest one above it. */
export type LocatedJson = { value: unknown; lineOf: (path: readonly PropertyKey[]) => number }

/** The text is not JSON. */
export class InvalidJson extends Error {
  readonly line: number

  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

/** @throws NotJson */
export const parseJson = (source: string): LocatedJson => {
  const text = source.replace(/^\uFEFF/, '')
  const lineAt = (offset: number): number => text.slice(0, offset).split('\n').length
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { disallowComments: true })
  const [error] = errors
  if (error !== undefined) throw new InvalidJson(lineAt(error.offset), messageOf(error, text))
  if (root === undefined) throw new InvalidJson(1, messages.jsonEmpty)
  const twice = findDuplicateKey(root)
  if (twice !== undefined)
    throw new InvalidJson(lineAt(twice.offset), messages.twice({ name: JSON.stringify(twice.value) }))
  return {
    value: getNodeValue(root),
    lineOf: (path) => {
      let node = root
      for (const part of path) {
        const inner = findNodeAtLocation(node, [node.type === 'array' ? Number(part) : String(part)])
        if (inner === undefined) break
        node = inner
      }
      return lineAt(node.offset)
    },
  }
}

const findDuplicateKey = ({ type, children = [] }: Node): Node | undefined => {
  const keys = new Set<string>()
  for (const child of children) {
    const key = type === 'object' ? child.children?.[0] : undefined
    const name = key === undefined ? undefined : camelName(String(key.value))
    if (name !== undefined && keys.has(name)) return key
    if (name !== undefined) keys.add(name)
    const inner = findDuplicateKey(child)
    if (inner !== undefined) return inner
  }
  return undefined
}

const messageOf = ({ error, offset, length }: ParseError, text: string): string => {
  const code = printParseErrorCode(error)
  const token = text.slice(offset, offset + length)
  if (code === 'UnexpectedEndOfString') return messages.jsonOpenText
  return code.endsWith('Expected')
    ? messages.jsonExpected({ code, found: text[offset] ?? null })
    : messages.jsonToken({ token: token.slice(0, 40) })
}
