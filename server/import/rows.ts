import path from 'node:path'
import type { Tx } from '#server/platform/database.ts'
import { exportOperator } from './export.ts'
import { csvEntries, jsonEntries, lists, tables } from './files/folder.ts'
import type { FileName, FileRows, Problem } from './files/folder.ts'

/** The catalogue in force as rows of the operator's files, with their pictures by their names in the folder. */
export const rowsInForce = async (
  tx: Tx,
  operatorSlug: string,
  now: Date,
): Promise<{ rows: FileRows; assets: Map<string, Buffer> }> => {
  const rows: Partial<Record<FileName, unknown[]>> = {}
  const assets = new Map<string, Buffer>()
  const problems: Problem[] = []
  for (const [file, content] of await exportOperator(tx, operatorSlug, now)) {
    if (typeof content !== 'string') {
      assets.set(file, content)
      continue
    }
    const name = nameOf(file)
    const entries = file.endsWith('.csv')
      ? csvEntries(file, content, problems)
      : jsonEntries(file, content, problems, name === 'operator' ? 'one' : 'list')
    rows[name] = entries.map(({ value }) => value)
  }
  if (problems.length > 0) throw new Error(`An export cannot be read: ${JSON.stringify(problems)}`)
  return { rows, assets }
}

const names: readonly FileName[] = ['operator', ...lists, ...tables]

const nameOf = (file: string): FileName => {
  const name = names.find((one) => one === path.basename(file, path.extname(file)))
  if (name === undefined) throw new Error(`An export has no file ${file}.`)
  return name
}
