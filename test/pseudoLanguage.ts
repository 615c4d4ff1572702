import { parseSync } from 'vite'
import type { Plugin } from 'vite'
import { accent, closing, opening } from './pseudoWords.ts'

/*
 * A language that nobody speaks, made of the English catalogues' source: every letter has an accent, every word is 40 %
 * longer, and a text stands between direction marks. Only our own texts change, so that a word without accents on a page is data,
 * or one of ours that is in no catalogue.
 */

/** A text of ours in the pseudo-language; what the wire fixes stays. */
export const pseudo = (text: string): string => {
  const words = accent(text)
  return words === text || /^[a-z]{2}-[A-Z]{2}$/.test(text) ? text : opening + words + closing
}

type Node = { type: string; start: number; end: number; [key: string]: unknown }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Node>).type === 'string'

/** Where strings are no text: names, types, comparisons, and what is passed to functions. */
const isApart = (node: Node, parent: Node): boolean =>
  ['ImportDeclaration', 'NewExpression', 'SwitchCase', 'AssignmentPattern'].includes(parent.type) ||
  (parent.type.startsWith('TS') && !['TSAsExpression', 'TSSatisfiesExpression'].includes(parent.type)) ||
  (parent.type === 'BinaryExpression' && parent['operator'] !== '+') ||
  (parent.type === 'CallExpression' &&
    (parent['arguments'] as Node[]).includes(node) &&
    (node.type === 'Literal' || isDay(parent))) ||
  (parent.type === 'MemberExpression' && parent['property'] === node) ||
  (parent.type === 'Property' && parent['key'] === node)

/** What `Intl` or the calendar makes of a day or a list: words that are no literals. */
const isDay = ({ type, callee }: Node): boolean => {
  const name = (node: unknown): string =>
    isNode(node) && typeof node['name'] === 'string' ? node['name'] : ''
  return (
    type === 'CallExpression' &&
    isNode(callee) &&
    (name(callee) === 'dayParts' || /^(format|toLocaleString)$/.test(name(callee['property'])))
  )
}

/** The source of a catalogue's file in the pseudo-language. */
export const pseudoSource = (file: string, source: string): string => {
  const changes: { start: number; end: number; text: string }[] = []
  const visit = (node: Node): void => {
    for (const child of Object.values(node).flat().filter(isNode)) {
      if (isApart(child, node)) continue
      if (isDay(child))
        changes.push(
          { start: child.start, end: child.start, text: 'accentFormatted(' },
          { start: child.end, end: child.end, text: ')' },
        )
      if (child.type === 'Literal' && typeof child['value'] === 'string')
        changes.push({ start: child.start, end: child.end, text: JSON.stringify(pseudo(child['value'])) })
      else if (child.type === 'TemplateLiteral') changes.push(...pseudoTemplate(child, source))
      visit(child)
    }
  }
  visit(parseSync(file, source).program as unknown as Node)
  return changes
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, { start, end, text: own }) => text.slice(0, start) + own + text.slice(end), source)
    .replace(/^/, "import { accentFormatted } from '#test/pseudoWords.ts'\n")
}

/** A template is one text: the marks stand around the whole, and what is put into it stays as it is. */
const pseudoTemplate = (
  { start, end, quasis }: Node,
  source: string,
): { start: number; end: number; text: string }[] => {
  const parts = (quasis as (Node & { value: { raw: string } })[]).map((part) => {
    const { raw } = part.value
    // The parser counts the delimiters in.
    const from = source.startsWith(raw, part.start) && raw !== '' ? part.start : part.start + 1
    return { start: from, end: from + raw.length, text: accent(raw) }
  })
  return [
    ...parts,
    { start: start + 1, end: start + 1, text: opening },
    { start: end - 1, end: end - 1, text: closing },
  ]
}

/** Reads the English catalogues in the pseudo-language. Its rules, such as plurals, are English. */
export const pseudoLanguage: Plugin = {
  name: 'pseudo-language',
  enforce: 'pre',
  transform: {
    filter: { id: /\/(web|server)\/messages\/en\/[\w/-]*\.ts$/ },
    handler: (code, id) => pseudoSource(id.split('?')[0] ?? id, code),
  },
}
