import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { exportOperator } from '#server/import/export.ts'
import { operatorMessages } from '#server/messages/languages.ts'
import { systemClock } from '#server/platform/clock.ts'
import { configFromEnvironment } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database.ts'
import { SetupError } from '#server/platform/errors.ts'
import { transact } from '#server/platform/transact.ts'

/** The folder and the operator of the command line; null where they are not as they should be. */
const readArguments = () => {
  try {
    const { values, positionals } = parseArgs({
      options: { operator: { type: 'string' } },
      allowPositionals: true,
    })
    const [folder, ...more] = positionals
    return folder === undefined || more.length > 0 ? null : { folder, ...values }
  } catch {
    return null
  }
}

const run = async (): Promise<number> => {
  const given = readArguments()
  if (given === null) {
    process.stdout.write(`${operatorMessages().importing.exportUsage}\n`)
    return process.argv.includes('--help') ? 0 : 2
  }
  const folder = path.resolve(given.folder)
  const opened = await openDatabase(configFromEnvironment())
  try {
    // They would be read besides the venues.json that is written.
    if (existsSync(path.join(folder, 'venues')))
      throw new SetupError(operatorMessages().importing.venuesApart({ folder: given.folder }))
    const files = await transact(opened.db, (tx) => exportOperator(tx, given.operator, systemClock.now()))
    await mkdir(path.join(folder, 'assets'), { recursive: true })
    for (const [name, content] of files) await writeFile(path.join(folder, name), content)
    process.stdout.write(`${operatorMessages().importing.exported({ files: files.size, folder })}\n`)
    return 0
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    return 1
  } finally {
    await opened.close()
  }
}

process.exitCode = await run()
