/** Variants of the functions of the database with one condition taken out, or an edge, a sign or a lock changed. */
import { readRuns, readTree, splitAt } from './sqlTree.ts'
import type { Node, Run, Token } from './sqlTree.ts'

/**
 * condition: part of a condition taken out; branch: a branch taken always or never; edge: `<` for `<=`; sign: `-` for
 * `+`; lock: a lock not taken.
 */
type Kind = 'condition' | 'branch' | 'edge' | 'sign' | 'lock'

/** When the variant can make a difference: where what it replaces is not true, or is, or two sides are equal, or always. */
type Decides = 'not true' | 'true' | { equal: [string, string] } | 'always'

export type Variant = {
  /** The same while its function has the same condition, wherever it stands. */
  id: string
  file: string
  /** Function or trigger. */
  name: string
  line: number
  kind: Kind
  start: number
  end: number
  /** What stands there, and what the variant has instead. */
  text: string
  replacement: string
  decides: Decides
  /** What a difference of an edge, and only that, is looked for in: the span of its comparison. */
  span: [number, number]
}

type Found = Pick<Variant, 'kind' | 'start' | 'end' | 'replacement' | 'decides'> & { span?: [number, number] }

export const findVariants = (file: string, text: string): Variant[] => {
  const runs = readRuns(readTree(text))
  const found = [
    ...runs.flatMap(conditionsOf),
    ...runs.flatMap((run) => edgesOf(run, text)),
    ...runs.flatMap(signsOf),
    ...locksOf(text),
  ].toSorted((a, b) => a.start - b.start || b.end - a.end)
  const timesUsed = new Map<string, number>()
  return found.map((one) => {
    const original = text.slice(one.start, one.end)
    const name = nameAt(text, one.start)
    const around = one.span === undefined ? original : text.slice(...one.span)
    const base = `${name} ${one.kind} ${around.replaceAll(/\s+/g, ' ')} -> ${one.replacement}`.trim()
    const times = (timesUsed.get(base) ?? 0) + 1
    timesUsed.set(base, times)
    return {
      id: times === 1 ? base : `${base} (${times})`,
      file,
      name,
      line: text.slice(0, one.start).split('\n').length,
      text: original,
      span: [one.start, one.end],
      ...one,
    }
  })
}

/** @param changes of different functions of the text */
export const applyChanges = (
  text: string,
  changes: ReadonlyArray<Pick<Variant, 'start' | 'end' | 'replacement'>>,
): string =>
  // From the end, so that the places of the others stay.
  changes
    .toSorted((a, b) => b.start - a.start)
    .reduce(
      (changed, { start, end, replacement }) => changed.slice(0, start) + replacement + changed.slice(end),
      text,
    )

const nameAt = (text: string, offset: number): string =>
  [...text.slice(0, offset).matchAll(/^create (?:or replace |constraint )?(?:function|trigger) (\w+)/gm)].at(
    -1,
  )?.[1] ?? '?'

const spanOf = (nodes: readonly Node[]): { start: number; end: number } => ({
  start: nodes[0]?.start ?? 0,
  end: nodes.at(-1)?.end ?? 0,
})

/** What a run is the condition of, or null. */
const conditionOf = ({ leads, nodes, isSimpleCase }: Run): 'filter' | 'branch' | 'loop' | null => {
  const [lead, before] = leads
  if (lead === undefined) return null
  switch (lead.text) {
    case 'where':
      return before?.text === 'conflict' ? null : 'filter'
    case 'having':
      return 'filter'
    case 'on':
      return before?.text === 'join' || before?.text === 'lateral' ? 'filter' : null
    case 'if':
    case 'elsif':
    case 'while':
      return isStatement(before, nodes) ? 'branch' : null
    case 'when': {
      const first = nodes[0]
      // The name of an error, such as unique_violation.
      if (before?.text === 'exception') return null
      if (isSimpleCase || (first?.kind === 'token' && ['sqlstate', 'others'].includes(first.text)))
        return null
      return before?.text === 'exit' ? 'loop' : 'branch'
    }
    default:
      return null
  }
}

/** `drop trigger if exists` is no statement of PL/pgSQL. */
const isStatement = (before: Token | undefined, nodes: readonly Node[]): boolean => {
  const first = nodes[0]
  return !(before?.text === 'drop' && first?.kind === 'token' && first.text === 'exists')
}

const isInConflictTarget = ({ leads }: Run): boolean =>
  leads[0]?.text === 'where' && leads[1]?.text === 'conflict'

const conditionsOf = (run: Run): Found[] => {
  if (isInConflictTarget(run)) return []
  const kind = conditionOf(run)
  const disjuncts = splitAt(run.nodes, 'or').map((nodes) => splitAt(nodes, 'and'))
  // `create or replace`, `insert or update`
  if (disjuncts.flat().some((operand) => operand.length === 0)) return []
  const isCompound = disjuncts.flat().length > 1
  if (kind === null && !isCompound) return []
  const [only] = run.nodes
  // `join lateral (…) on true` has no condition to take out.
  if (run.nodes.length === 1 && only?.kind === 'token' && only.text === 'true') return []
  // A trigger keeps the parentheses of its condition.
  const isOfTrigger = run.leads[0]?.text === 'when' && run.leads[1]?.text === 'for'
  const whole = spanOf(isOfTrigger && only?.kind === 'paren' ? only.inner : run.nodes)
  const found: Found[] = []
  if (kind === 'branch') found.push({ kind: 'branch', ...whole, replacement: 'false', decides: 'true' })
  if (!isCompound)
    found.push({
      kind: kind === 'filter' ? 'condition' : 'branch',
      ...whole,
      replacement: 'true',
      decides: 'not true',
    })
  for (const conjuncts of disjuncts) {
    if (disjuncts.length > 1)
      found.push({ kind: 'condition', ...spanOf(conjuncts.flat()), replacement: 'false', decides: 'true' })
    if (conjuncts.length > 1)
      for (const conjunct of conjuncts)
        found.push({ kind: 'condition', ...spanOf(conjunct), replacement: 'true', decides: 'not true' })
  }
  return found
}

const otherEdge: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' }

/** Functions that write: a comparison of what they answer cannot be made twice. */
const writes = /\b(?:promote_|create_|end_|take_|free_)/

const edgesOf = (run: Run, text: string): Found[] => {
  if (isInConflictTarget(run)) return []
  return splitAt(run.nodes, 'or')
    .flatMap((nodes) => splitAt(nodes, 'and'))
    .flatMap((operand): Found[] => {
      const signs = operand.flatMap((node, index) =>
        node.kind === 'token' && node.text in otherEdge ? [{ node, index }] : [],
      )
      const [sign] = signs
      if (sign === undefined || signs.length > 1) return []
      const [left, right] = [operand.slice(0, sign.index), operand.slice(sign.index + 1)].map((side) => {
        const { start, end } = spanOf(side)
        return text.slice(start, end)
      })
      const { start, end } = spanOf(operand)
      const isPlain = left !== undefined && right !== undefined && !writes.test(text.slice(start, end))
      return [
        {
          kind: 'edge',
          start: sign.node.start,
          end: sign.node.end,
          replacement: otherEdge[sign.node.text] ?? '',
          decides: isPlain ? { equal: [left, right] } : 'always',
          span: [start, end],
        },
      ]
    })
}

const operators = new Set(`= < > <= >= <> + - * / || and or not in is like between`.split(' '))

const signsOf = (run: Run): Found[] =>
  run.nodes.flatMap((node, index): Found[] => {
    if (node.kind !== 'token' || (node.text !== '+' && node.text !== '-')) return []
    const [before, after] = [run.nodes[index - 1], run.nodes[index + 1]]
    if (before === undefined || after === undefined) return []
    if (before.kind === 'token' && operators.has(before.text)) return []
    // jsonb without a key
    if (after.kind === 'token' && after.text.startsWith("'")) return []
    return [
      {
        kind: 'sign',
        start: node.start,
        end: node.end,
        replacement: node.text === '+' ? '-' : '+',
        decides: 'always',
        span: [before.start, after.end],
      },
    ]
  })

const lockPatterns = [
  /\bfor (?:no key )?update(?: skip locked)?(?=[\s;)])|\bfor (?:key )?share\b/g,
  /\bskip locked\b/g,
  /\bperform lock_places\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g,
]

const locksOf = (text: string): Found[] => {
  const code = text.replaceAll(/--[^\n]*/g, (comment) => ' '.repeat(comment.length))
  return lockPatterns.flatMap((pattern) =>
    [...code.matchAll(pattern)].map((match): Found => ({
      kind: 'lock',
      start: match.index,
      end: match.index + match[0].length,
      replacement: match[0].startsWith('perform') ? 'null' : '',
      decides: 'always',
    })),
  )
}
