/**
 * Words that people read stand in web/messages and server/messages and nowhere else, so that they can be reviewed and
 * translated.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'
import { retiredSentences } from './retiredSentences.ts'

/** Attributes and properties whose text is read or heard. */
const readable = new Set(
  'alt aria-description aria-label aria-roledescription aria-valuetext content error heading help hint label legend lead message note placeholder text title words'.split(
    ' ',
  ),
)

type Node = { type: string; start: number; [key: string]: unknown }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Node>).type === 'string'

const hasWords = (text: string): boolean => /\p{L}{2}/u.test(text) && !text.startsWith('data:')

/** What can only be a sentence: a capital, more words, or a full stop. */
const isSentence = (text: string): boolean =>
  hasWords(text) &&
  (/(?<!\p{L})\p{Lu}\p{Ll}*[,:]? \p{Ll}/u.test(text) || /\p{L}{2} .*\p{L}[.!?…]$/u.test(text))

/** The texts that an expression may come to: "b" and "c" of `a ? 'b' : 'c'`. */
const textsOf = (node: unknown): { text: string; start: number }[] => {
  if (!isNode(node)) return []
  switch (node.type) {
    case 'Literal':
      return typeof node['value'] === 'string' ? [{ text: node['value'], start: node.start }] : []
    case 'TemplateLiteral':
      return [...(node['quasis'] as Node[]), ...(node['expressions'] as Node[])].flatMap((part) =>
        part.type === 'TemplateElement'
          ? [{ text: (part['value'] as { raw: string }).raw, start: part.start }]
          : textsOf(part),
      )
    case 'ConditionalExpression':
      return [...textsOf(node['consequent']), ...textsOf(node['alternate'])]
    case 'LogicalExpression':
    case 'BinaryExpression':
      return ['&&', '||', '??', '+'].includes(String(node['operator']))
        ? [...textsOf(node['left']), ...textsOf(node['right'])]
        : []
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
      return textsOf(node['expression'])
    default:
      return []
  }
}

const nameOf = (node: unknown): string => {
  const name = isNode(node) ? (node['name'] ?? node['value']) : undefined
  return typeof name === 'string' ? name : ''
}

/** Every text of a module that people would read. */
const wordsIn = (file: string, source: string): string[] => {
  const found = new Map<number, string>()
  const note = (node: unknown): void => {
    for (const { text, start } of textsOf(node)) if (hasWords(text)) found.set(start, text.trim())
  }
  const visit = (node: Node): void => {
    switch (node.type) {
      case 'ImportDeclaration':
      case 'TSLiteralType':
      case 'TSTemplateLiteralType':
        return
      // What is thrown goes to the log.
      case 'NewExpression':
        if (nameOf(node['callee']).endsWith('Error')) return
        break
      case 'JSXText':
        if (hasWords(String(node['value']))) found.set(node.start, String(node['value']).trim())
        break
      case 'JSXElement':
      case 'JSXFragment':
        for (const child of node['children'] as Node[]) {
          if (child.type === 'JSXExpressionContainer') note(child)
        }
        break
      case 'JSXAttribute':
        if (readable.has(nameOf(node['name']))) note(node['value'])
        break
      case 'Property':
        if (readable.has(nameOf(node['key']))) note(node['value'])
        break
      case 'Literal':
      case 'TemplateElement': {
        const text = node.type === 'Literal' ? node['value'] : (node['value'] as { raw: string }).raw
        if (typeof text === 'string' && isSentence(text)) found.set(node.start, text.trim())
        break
      }
      default:
    }
    for (const child of Object.values(node)) {
      if (Array.isArray(child)) child.filter(isNode).forEach(visit)
      else if (isNode(child)) visit(child)
    }
  }
  const { program, errors } = parseSync(file, source)
  expect(errors).toEqual([])
  visit(program as unknown as Node)
  return [...found]
    .toSorted(([a], [b]) => a - b)
    .map(([start, text]) => `${file}:${source.slice(0, start).split('\n').length} ${text}`)
}

it('finds words wherever they stand in a component', () => {
  const lines = [
    "import { a } from 'Not a sentence'",
    'const b = <p className="not these">Hello</p>',
    'const c = <p title={d ? "yes" : `no ${e}`}>{d === "not this" ? "Word" : ""}</p>',
    'const f = { label: "Name", kind: "not this", g: "Choose another" }',
    'throw new Error("Not this one")',
  ]
  expect(wordsIn('planted.tsx', lines.join('\n'))).toEqual(
    ['2 Hello', '3 yes', '3 no', '3 Word', '4 Name', '4 Choose another'].map((one) => `planted.tsx:${one}`),
  )
})

/** Calls whose text goes to the log or to engineers. */
const isForEngineers = (node: Node, source: string): boolean => {
  const callee = node['callee'] as Node | undefined
  return (
    node.type === 'CallExpression' &&
    callee !== undefined &&
    /^(failInvariant|(.*\.)?log(\?)?\.\w+|trace|super)$/.test(
      source.slice(callee.start, callee['end'] as number),
    )
  )
}

/** Every sentence of a module of the server; SQL, styles and scripts are none. */
const sentencesIn = (file: string, source: string): string[] => {
  const found: string[] = []
  const visit = (node: Node): void => {
    if (['ImportDeclaration', 'TSLiteralType', 'TSTemplateLiteralType'].includes(node.type)) return
    if (node.type === 'NewExpression' && nameOf(node['callee']).endsWith('Error')) return
    if (node.type === 'TaggedTemplateExpression' && nameOf(node['tag']) === 'sql') return
    if (isForEngineers(node, source)) return
    const text =
      node.type === 'Literal'
        ? node['value']
        : node.type === 'TemplateLiteral'
          ? (node['quasis'] as Node[]).map((part) => (part['value'] as { raw: string }).raw).join('0')
          : undefined
    if (
      typeof text === 'string' &&
      !/^\/\/|[{};]\n/.test(text) &&
      isSentence(text.replaceAll(/<[^>]*>/g, '\n'))
    )
      found.push(`${file}:${source.slice(0, node.start).split('\n').length} ${text.trim()}`)
    for (const child of Object.values(node)) {
      if (Array.isArray(child)) child.filter(isNode).forEach(visit)
      else if (isNode(child)) visit(child)
    }
  }
  const { program, errors } = parseSync(file, source)
  expect(errors).toEqual([])
  visit(program as unknown as Node)
  return found
}

it('finds sentences wherever they stand in a module of the server', () => {
  const lines = [
    "import { a } from 'Not a sentence.'",
    "throw notFound('No such thing.')",
    'const b = { message: c ? `You owe ${d}.` : null }',
    'throw new Error(`Not ${e} this one.`)',
    "failInvariant('Not this one.')",
    "log.error({}, 'Not this one.')",
    'sql`select Not from this`',
    'const page = `<p>Choose another day</p>`',
    "const type = 'text/html; charset=utf-8'",
  ]
  expect(sentencesIn('planted.ts', lines.join('\n'))).toEqual(
    ['2 No such thing.', '3 You owe 0.', '8 <p>Choose another day</p>'].map((one) => `planted.ts:${one}`),
  )
})

it('no module of the server or the demo holds sentences of its own (they belong in server/messages)', () => {
  const files = ['server', 'demo'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test)\.ts$/.test(file) && !file.startsWith('messages/'))
      .map((file) => `${folder}/${file}`)
      // Towns and their postcodes in one text.
      .filter((file) => file !== 'server/providers/maps/table.ts'),
  )
  expect(files.length).toBeGreaterThan(0)
  expect(files.flatMap((file) => sentencesIn(file, readFileSync(file, 'utf8')))).toEqual([])
})

it('no sentence of the server has the words at which programs in use give up or ask on (wire §1.5)', () => {
  const files = readdirSync('server/messages', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `server/messages/${file}`)
  const found = files.flatMap((file) =>
    sentencesIn(file, readFileSync(file, 'utf8')).filter((text) => /full|valid days/i.test(text)),
  )
  expect(found).toEqual([])
})

it('no component holds words of its own (they belong in web/messages)', () => {
  const files = readdirSync('web', { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !file.startsWith('messages/'))
    .map((file) => `web/${file}`)
  expect(files.length).toBeGreaterThan(0)
  expect(files.flatMap((file) => wordsIn(file, readFileSync(file, 'utf8')))).toEqual([])
})

it('no sentence that was rewritten in plain English comes back', () => {
  const files = ['web/messages', 'server/messages', 'contract', 'demo'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test)\.(ts|json|html|csv)$/.test(file))
      .map((file) => `${folder}/${file}`),
  )
  expect(files.length).toBeGreaterThan(0)
  const returned = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8').replaceAll('’', "'")
    return retiredSentences.filter((one) => text.includes(one)).map((one) => `${file}: ${one}`)
  })
  expect(returned).toEqual([])
})

/** Modules that may name a language: the catalogues, what speaks to other companies, and formats of programs. */
const namesEnglish =
  /^(web|server)\/messages\/|^contract\/time\.ts$|^server\/(openactive|providers|search|platform\/vtimezone|import\/files\/schema\/operator|bookings\/receipt|notices\/present)/

it('a catalogue is imported by the index of languages alone, and no other module names a language', () => {
  const files = ['contract', 'server', 'web', 'demo'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
      .map((file) => `${folder}/${file}`),
  )
  expect(files.length).toBeGreaterThan(0)
  const found = files.flatMap((file) => {
    const source = readFileSync(file, 'utf8')
    const imports = /from '#server\/messages\/(?!languages\.ts)|from '#web\/messages\//.test(source)
    return [
      ...(imports ? [`${file} imports a catalogue by its language`] : []),
      ...(source.includes('en-GB') && !namesEnglish.test(file) ? [`${file} names a language`] : []),
    ]
  })
  expect(found).toEqual([])
})
