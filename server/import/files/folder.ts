import { CsvError, parse } from 'csv-parse/sync'
import { findNodeAtLocation, getNodeValue, parseTree, printParseErrorCode } from 'jsonc-parser'
import type { Node, ParseError } from 'jsonc-parser'
import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { camelName, fromWire, snakeName } from '#contract/wire.ts'
import { operatorMessages } from '#server/messages/languages.ts'
import { SetupError } from '#server/platform/errors.ts'

/** One thing in a file: a row of a table, an entry of a list, or the whole of operator.json. In our names. */
export type Entry = {
  file: string
  value: unknown
  /** Of a table: all its columns, in our names, and the line that names them. */
  header?: { columns: ReadonlySet<string>; line: number }
  /** The line of a field; of the entry itself when there is no such field. */
  lineOf: (field: readonly PropertyKey[]) => number
}

export type Folder = {
  /** Entries by file: `venues`, `timetable`. One that is not there is an empty list. */
  entries: (name: FileName) => Entry[]
  /** The files that are there, without assets; those of venues/ are one. */
  names: string[]
  /** The bytes of a file in assets/, or null when there is none. */
  asset: (file: string) => Buffer | null
  /** Changes with any byte of any file. */
  digest: string
  /** Whether some day in it counts from the day of the import. */
  hasRelativeDays: boolean
}

export type FileName = (typeof lists)[number] | (typeof tables)[number] | 'operator'

export const lists = [
  'activities',
  'instructors',
  'memberships',
  'packages',
  'people',
  'restrictions',
  'sales',
  'tags',
  'terms',
  'themes',
  'venues',
  'waitlists',
] as const

export const tables = [
  'block_bookings',
  'closures',
  'price_steps',
  'prices',
  'sessions',
  'timetable',
] as const

/** The rows of files by the names of the files, as `Entry.value` has them. */
export type FileRows = Readonly<Partial<Record<FileName, readonly unknown[]>>>

/** The name of a file with its ending: `venues.json`, `timetable.csv`. */
export const withEnding = (name: FileName): string =>
  `${name}.${(tables as readonly string[]).includes(name) ? 'csv' : 'json'}`

/**
 * A folder that was never written. The line of an entry is its place among the rows of its file, from 1.
 * @param assets by their names in the folder
 */
export const folderOf = (rows: FileRows, assets: ReadonlyMap<string, Buffer> = new Map()): Folder => ({
  entries: (name) =>
    (rows[name] ?? []).map((value, index) => ({ file: withEnding(name), value, lineOf: () => index + 1 })),
  names: (Object.keys(rows) as FileName[]).map(withEnding).toSorted(),
  asset: (file) => assets.get(file) ?? null,
  digest: '',
  hasRelativeDays: false,
})

/** What tells one state of a folder from another. */
export type Fingerprint = Pick<Folder, 'digest' | 'hasRelativeDays'>

/** Changes when the same files would be laid out in another way, so that they are imported again. */
export const layout = 3

/**
 * What the database remembers of an import. The day is part of it where days are counted from it.
 * @param today the operator's, as `2027-03-04`
 */
export const importDigest = ({ digest, hasRelativeDays }: Fingerprint, today: string): string =>
  `${layout}:${digest}${hasRelativeDays ? `:${today}` : ''}`

/** @returns null when there is no such folder */
export const fingerprintOf = async (folder: string): Promise<Fingerprint | null> => {
  const contents = await contentsOf(folder)
  return contents === null ? null : fingerprint(contents)
}

export const contentsOf = async (folder: string): Promise<Map<string, Buffer> | null> => {
  try {
    const files = await filesIn(folder)
    const contents = files.map(async (file) => [file, await readFile(path.join(folder, file))] as const)
    return new Map(await Promise.all(contents))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** A cell, or a JSON text, that is `today`, `+3d` or `-1d`. */
export const relativeDay = /(^|[",\s])([+-]\d{1,3}d|today)([",\s]|$)/m

export const fingerprint = (contents: ReadonlyMap<string, Buffer>): Fingerprint => {
  const digest = createHash('sha256')
  const read = [...contents].filter(([file]) => !spreadsheetFile.test(file))
  for (const [file, content] of read) digest.update(file).update('\0').update(content).update('\0')
  return {
    digest: digest.digest('hex'),
    hasRelativeDays: read.some(
      ([file, content]) => !file.startsWith('assets/') && relativeDay.test(content.toString('utf8')),
    ),
  }
}

/** Reads the folder. What cannot be read at all is added to `problems`. */
export const readFolder = async (folder: string, problems: Problem[]): Promise<Folder> => {
  const contents = await contentsOf(folder)
  if (contents === null) throw new SetupError(operatorMessages().importing.folderMissing({ folder }))
  const entries = new Map<FileName, Entry[]>()
  const names = new Set<string>()
  const add = (name: FileName, more: Entry[]) => entries.set(name, [...(entries.get(name) ?? []), ...more])
  for (const [file, content] of contents) {
    if (file.startsWith('assets/')) continue
    const misnamed = whyMisnamed(file, contents)
    if (misnamed !== null) {
      problems.push({ file, line: null, field: '', sentence: misnamed })
      continue
    }
    if (!/\.(json|csv)$/.test(file)) continue
    // Names with letters that are read as others would stand in the shop.
    if (!isUtf8(content)) {
      problems.push({ file, line: null, field: '', sentence: operatorMessages().importing.utf8Form })
      continue
    }
    const text = content.toString('utf8')
    const name = path.basename(file, path.extname(file)) as FileName
    names.add(file.startsWith('venues/') ? 'venues.json' : file)
    if (file === 'operator.json') add('operator', jsonEntries(file, text, problems, 'one'))
    else if (lists.some((list) => file === `${list}.json`))
      add(name, jsonEntries(file, text, problems, 'list'))
    else if (file.startsWith('venues/') && file.endsWith('.json')) {
      add('venues', jsonEntries(file, text, problems, 'one'))
    } else if (tables.some((table) => file === `${table}.csv`)) add(name, csvEntries(file, text, problems))
    else problems.push({ file, line: null, field: '', sentence: operatorMessages().importing.unknownFile })
  }
  if (!contents.has('operator.json')) {
    problems.push({
      file: 'operator.json',
      line: null,
      field: '',
      sentence: operatorMessages().importing.missingIn({ folder }),
    })
  }
  return {
    entries: (name) => entries.get(name) ?? [],
    names: [...names].toSorted(),
    asset: (file) => contents.get(file) ?? null,
    ...fingerprint(contents),
  }
}

/** A workbook, which is not read. */
export const spreadsheetFile = /^(\w+)\.(xlsx?|ods)$/i

/**
 * A table that would be passed over in silence, and what is in it withdrawn: it is still a spreadsheet, or its name has
 * capitals. A spreadsheet beside the table made from it is no mistake.
 */
export const whyMisnamed = (file: string, contents: ReadonlyMap<string, Buffer>): string | null => {
  const spreadsheet = spreadsheetFile.exec(file)?.[1]?.toLowerCase()
  const table = tables.find((name) => name === spreadsheet)
  if (table !== undefined && !contents.has(`${table}.csv`))
    return operatorMessages().importing.spreadsheetFile({ table })
  const name = file.toLowerCase()
  return name !== file && /\.(json|csv)$/.test(name) && !file.startsWith('venues/')
    ? operatorMessages().importing.nameInCapitals({ name })
    : null
}

/** tsconfig.json is a setting of the demo's program. */
export const dataFile = /^(?!tsconfig\.json$).*\.(json|csv|xlsx?|ods)$/i

export const filesIn = async (folder: string): Promise<string[]> => {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  return (
    found
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .map((entry) =>
        path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'),
      )
      // Besides their data, a folder may hold notes, or a program as the demo's does.
      .filter((file) => file.startsWith('assets/') || dataFile.test(file))
      .sort()
  )
}

export const jsonEntries = (
  file: string,
  text: string,
  problems: Problem[],
  form: 'one' | 'list',
): Entry[] => {
  try {
    const { value, lineOf } = parseJson(text)
    if (form === 'one') return [{ file, value: fromWire(value), lineOf }]
    if (Array.isArray(value)) {
      return value.map((item, index) => ({
        file,
        value: fromWire(item),
        lineOf: (field) => lineOf([index, ...field]),
      }))
    }
    problems.push({ file, line: 1, field: '', sentence: operatorMessages().importing.listForm })
  } catch (error) {
    if (!(error instanceof InvalidJson)) throw error
    problems.push({ file, line: error.line, field: '', sentence: error.message })
  }
  return []
}

export type CsvRow = { record: Record<string, string>; info: { lines: number } }

/** With `sep=,` in the first line Excel opens a table by its commas. The line is for Excel alone. */
export const separatorLine = /^(\uFEFF?)"?sep=,"?,*(?=\r?\n)/i

export const csvEntries = (file: string, content: string, problems: Problem[]): Entry[] => {
  const text = content.replace(separatorLine, '$1#')
  const lines = text.split('\n')
  const headerAt = lines.findIndex((line) => !/^\uFEFF?\s*(#|$)/.test(line))
  const names = lines[headerAt] ?? ''
  if (/[;\t]/.test(names) && !names.includes(',')) {
    problems.push({ file, line: null, field: '', sentence: operatorMessages().importing.otherSeparator })
    return []
  }
  try {
    let columns: string[] = []
    const rows = parse(text, {
      columns: (cells: string[]) => {
        columns = cells.map((cell) => camelName(cell.toLowerCase()))
        // Each a name of its own, so that no cell is lost to another.
        return cells.map((_, index) => String(index))
      },
      info: true,
      bom: true,
      // Else the end of the first line alone would count, and a file with both kinds would have no rows.
      record_delimiter: ['\r\n', '\n', '\r'],
      trim: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      comment: '#',
      comment_no_infix: true,
    }) as unknown as CsvRow[]
    const line = headerAt + 1
    for (const column of columns.filter((name, index) => name !== '' && columns.indexOf(name) < index))
      problems.push({
        file,
        line,
        field: snakeName(column),
        sentence: operatorMessages().importing.columnTwice,
      })
    return rows.map(({ record, info }) => {
      const cells = Object.entries(record)
        .map(([index, cell]) => ({ column: columns[Number(index)] ?? '', cell }))
        .filter(({ cell }) => cell !== '')
      for (const { cell } of cells.filter(({ column }) => column === ''))
        problems.push({
          file,
          line: info.lines,
          field: '',
          sentence: operatorMessages().importing.namelessColumn,
          value: JSON.stringify(cell),
        })
      return {
        file,
        header: { columns: new Set(columns), line },
        value: Object.fromEntries(
          cells.flatMap(({ column, cell }) => (column === '' ? [] : [[column, cell]])),
        ),
        lineOf: () => info.lines,
      }
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line =
      error.code === 'CSV_QUOTE_NOT_CLOSED'
        ? lineWithOpenQuote(text)
        : typeof error['lines'] === 'number'
          ? error['lines']
          : null
    problems.push({ file, line, field: '', sentence: csvSentence(error) })
    return []
  }
}

/** The parser names the last line of the file. */
export const lineWithOpenQuote = (text: string): number =>
  text.split('\n').findIndex((line) => line.split('"').length % 2 === 0) + 1

export const csvSentence = (error: CsvError): string => {
  const { code, message, record, columns } = error
  if (code === 'CSV_RECORD_INCONSISTENT_COLUMNS' && Array.isArray(record) && Array.isArray(columns))
    return operatorMessages().importing.cellCount({ cells: record.length, columns: columns.length })
  if (code === 'CSV_QUOTE_NOT_CLOSED') return operatorMessages().importing.openQuote
  if (/_(OPENING|CLOSING)_QUOTE$/.test(code)) return operatorMessages().importing.strayQuote
  return message
}

/** Something in an operator's files that cannot be used, and where it stands. */
export type Problem = {
  file: string
  /** 1 is the first line; null when the whole file is meant. */
  line: number | null
  /** `start`, `locations.2.slug`; empty when the whole line is meant. */
  field: string
  /** What stands there, as JSON writes it; none where it is not a single value, or a password. */
  value?: string | undefined
  sentence: string
}

/** `timetable.csv line 14, start "9am": should be a time such as 18:30.` */
const formatProblem = ({ sentence, ...where }: Problem): string =>
  `${operatorMessages().importing.position(where)}: ${sentence}`

/** The files cannot be used; nothing was changed. Says all that is wrong with them, not only the first thing. */
export class InvalidFiles extends SetupError {
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    super(operatorMessages().importing.filesInvalid({ problems: problems.map(formatProblem) }))
    this.name = 'InvalidFiles'
    this.problems = problems
  }
}

/* Parses JSON and keeps line numbers, which JSON.parse does not. Also rejects duplicate keys. */

/** A parsed file. `lineOf` answers the line of the value at a path, or of the nearest one above it. */
type LocatedJson = { value: unknown; lineOf: (path: readonly PropertyKey[]) => number }

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
  const lineEnds = [...text.matchAll(/\n/g)].map(({ index }) => index)
  const lineAt = (offset: number): number => {
    let [low, high] = [0, lineEnds.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((lineEnds[middle] ?? 0) < offset) low = middle + 1
      else high = middle
    }
    return low + 1
  }
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { disallowComments: true })
  const [error] = errors
  if (error !== undefined) throw new InvalidJson(lineAt(error.offset), messageOf(error, text))
  if (root === undefined) throw new InvalidJson(1, operatorMessages().importing.jsonEmpty)
  const twice = findDuplicateKey(root)
  if (twice !== undefined)
    throw new InvalidJson(
      lineAt(twice.offset),
      operatorMessages().importing.twice({ name: JSON.stringify(twice.value) }),
    )
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
  if (code === 'UnexpectedEndOfString') return operatorMessages().importing.jsonOpenText
  return code.endsWith('Expected')
    ? operatorMessages().importing.jsonExpected({ code, found: text[offset] ?? null })
    : operatorMessages().importing.jsonToken({ token: token.slice(0, 40) })
}
