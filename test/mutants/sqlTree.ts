/**
 * SQL as far as its conditions need it: tokens, nested in parentheses and in CASE. The bodies of functions are read as
 * part of the file, so a parser of SQL, for which they are strings, would find half of the conditions.
 */
export type Token = { kind: 'token'; text: string; start: number; end: number }
type Group = { kind: 'paren' | 'case'; inner: Node[]; start: number; end: number }
export type Node = Token | Group

/** Operands between two boundaries of one level, and the boundaries before them, the nearest first. */
export type Run = { nodes: Node[]; leads: Token[]; isSimpleCase: boolean }

const tokenPattern =
  /--[^\n]*|\s+|'(?:[^']|'')*'|"[^"]*"|\$\$|[A-Za-z_]\w*|\d+(?:\.\d+)?|:=|=>|::|->>|->|<=|>=|<>|!=|\|\||&&|\.\.|./gsy

export const readTokens = (text: string): Token[] =>
  [...text.matchAll(tokenPattern)]
    .filter(([word]) => !/^(?:\s|--)/.test(word))
    .map((match) => ({
      kind: 'token',
      text: match[0].startsWith("'") || match[0].startsWith('"') ? match[0] : match[0].toLowerCase(),
      start: match.index,
      end: match.index + match[0].length,
    }))

export const readTree = (text: string): Node[] => {
  const tokens = readTokens(text)
  let at = 0
  const level = (closing: string | null): Node[] => {
    const nodes: Node[] = []
    for (;;) {
      const token = tokens[at]
      if (token === undefined) {
        if (closing !== null) throw new Error(`${closing} is missing at the end.`)
        return nodes
      }
      if (token.text === closing) return nodes
      at += 1
      const inside = token.text === '(' ? ')' : token.text === 'case' ? 'end' : null
      if (inside === null) {
        nodes.push(token)
        continue
      }
      const inner = level(inside)
      const last = tokens[at]
      at += 1
      nodes.push({
        kind: inside === ')' ? 'paren' : 'case',
        inner,
        start: token.start,
        end: last?.end ?? token.end,
      })
    }
  }
  return level(null)
}

/** Words that end an expression. What stands between two of them is one, or a list of them. */
const boundaries = new Set(
  `where having on if elsif while when then else end loop select from join left right inner cross lateral order group
   limit offset for returning set into window union exit continue begin return perform update insert delete values
   using declare as with conflict do create drop exception raise execute language query distinct by over
   $$ , ; := =>`
    .split(/\s+/)
    .filter((word) => word !== ''),
)

/** `from` and `distinct` of IS DISTINCT FROM belong to the expression. */
const isBoundary = (nodes: readonly Node[], index: number): boolean => {
  const node = nodes[index]
  if (node?.kind !== 'token' || !boundaries.has(node.text)) return false
  const word = (offset: number): string | null => {
    const one = nodes[index + offset]
    return one?.kind === 'token' ? one.text : null
  }
  // A column of that name.
  if (word(-1) === '.') return false
  if (node.text === 'distinct') return word(-1) !== 'is' && word(-1) !== 'not'
  if (node.text === 'from' && word(-1) === 'distinct') return word(-2) !== 'is' && word(-2) !== 'not'
  // A window function is an operand.
  return node.text !== 'over'
}

/** Every run of every level. */
export const readRuns = (level: readonly Node[], isCase = false): Run[] => {
  const runs: Run[] = []
  let leads: Token[] = []
  let nodes: Node[] = []
  const first = level[0]
  const isSimpleCase = isCase && !(first?.kind === 'token' && first.text === 'when')
  const close = () => {
    if (nodes.length > 0) runs.push({ nodes, leads, isSimpleCase })
    nodes = []
  }
  for (const [index, node] of level.entries()) {
    if (node.kind === 'token' && isBoundary(level, index)) {
      close()
      leads = [node, ...leads]
    } else {
      nodes.push(node)
      if (node.kind !== 'token') runs.push(...readRuns(node.inner, node.kind === 'case'))
    }
  }
  close()
  return runs
}

/** Divides at a word of this level; the AND of BETWEEN divides nothing. */
export const splitAt = (nodes: readonly Node[], word: 'and' | 'or'): Node[][] => {
  const parts: Node[][] = [[]]
  let between = false
  for (const node of nodes) {
    const text = node.kind === 'token' ? node.text : ''
    if (text === 'between') between = true
    if (text === word && !(word === 'and' && between)) parts.push([])
    else parts.at(-1)?.push(node)
    if (text === 'and') between = false
  }
  return parts
}
