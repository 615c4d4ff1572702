import path from 'node:path'
import { importOperator } from '#server/import/service.ts'
import type { ImportResult } from '#server/import/service.ts'
import * as messages from '#server/messages/en/import.ts'
import { systemClock } from '#server/platform/clock.ts'
import { configFromEnvironment } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database.ts'
import { migrate } from '#server/platform/migrate.ts'
import { chooseFiles } from '#server/providers/files/choose.ts'

/** Lines of each kind of change that are printed; further ones are only counted. */
const maxLines = 40

const say = (text: string): void => void process.stdout.write(`${text}\n`)

const run = async (): Promise<number> => {
  const words = process.argv.slice(2)
  const check = words.includes('--check')
  const [folder, ...more] = words.filter((word) => word !== '--check')
  if (folder === undefined || more.length > 0 || folder.startsWith('-')) {
    say(messages.usage)
    return folder === '--help' ? 0 : 2
  }
  const config = configFromEnvironment()
  const { db, close } = await openDatabase(config)
  try {
    // A dry run changes nothing, not even the schema.
    if (!check) await migrate(db)
    const storeFile = chooseFiles(config).put
    const imported = await importOperator(db, path.resolve(folder), {
      now: systemClock.now(),
      check,
      storeFile,
    })
    printResult(imported, check)
    return 0
  } catch (error) {
    // Files, settings and the database raise different errors; a stack trace helps none of their readers.
    const noTables = (error as { code?: string }).code === '42P01'
    const problems = noTables ? messages.noTables : error
    process.stderr.write(`${problems instanceof Error ? problems.message : String(problems)}\n`)
    return 1
  } finally {
    await close()
  }
}

const printResult = ({ changes, occurrences }: ImportResult, check: boolean): void => {
  for (const { what, which, how, fields } of changes.slice(0, maxLines)) {
    say(messages.change({ how, what: `${what} ${which}`, fields: fields ?? [] }))
  }
  if (changes.length > maxLines) say(messages.moreChanges({ count: changes.length - maxLines }))
  for (const { venue, name, startsAt, why } of occurrences.notMade.slice(0, maxLines)) {
    say(messages.notMade({ name, venue, at: startsAt.toISOString(), why }))
  }
  const { added, changed, withdrawn, cancelled } = occurrences
  const notMade = occurrences.notMade.length
  say(messages.summary({ check, changes: changes.length, added, changed, withdrawn, cancelled, notMade }))
}

process.exitCode = await run()
