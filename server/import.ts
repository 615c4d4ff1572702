import { operatorMessages } from '#server/messages/languages.ts'
import path from 'node:path'
import { localDay, localMinutes } from '#contract/time.ts'
import type { ImportResult } from '#server/import/load.ts'
import { importOperator } from '#server/import/run.ts'
import { systemClock, timeOf } from '#server/platform/clock.ts'
import { configFromEnvironment } from '#server/platform/config.ts'
import { hasTables, openDatabase, withKysely } from '#server/platform/database.ts'
import { openEmbedded } from '#server/platform/embedded.ts'
import { migrate } from '#server/platform/migrate.ts'
import { chooseFiles } from '#server/providers/files/store.ts'

/** Lines of each kind of change that are printed; further ones are only counted. */
const maxLines = 40

const say = (text: string): void => void process.stdout.write(`${text}\n`)

const run = async (): Promise<number> => {
  const words = process.argv.slice(2)
  const check = words.includes('--check')
  const [folder, ...more] = words.filter((word) => word !== '--check')
  if (folder === undefined || more.length > 0 || folder.startsWith('-')) {
    say(operatorMessages().importing.usage)
    return folder === '--help' ? 0 : 2
  }
  let close = async () => {}
  try {
    const config = configFromEnvironment()
    const opened = await openDatabase(config)
    close = opened.close
    let { db } = opened
    // A dry run changes nothing, not even the schema: for an empty database it runs in one that is thrown away.
    if (check && !(await hasTables(db))) {
      const scratch = withKysely(await openEmbedded(), 'embedded')
      close = async () => {
        await scratch.close()
        await opened.close()
      }
      db = scratch.db
      await migrate(db)
    } else if (!check) await migrate(db)
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
    // A table or column that a newer version has: the schema is brought up to date by an import or a start.
    const isOlder = ['42P01', '42703'].includes((error as { code?: string }).code ?? '')
    const problems = isOlder ? operatorMessages().importing.olderTables : error
    process.stderr.write(`${problems instanceof Error ? problems.message : String(problems)}\n`)
    return 1
  } finally {
    await close()
  }
}

const printResult = ({ changes, occurrences }: ImportResult, check: boolean): void => {
  for (const { what, which, how, fields } of changes.slice(0, maxLines)) {
    say(operatorMessages().importing.change({ how, what: `${what} ${which}`, fields: fields ?? [] }))
  }
  if (changes.length > maxLines)
    say(operatorMessages().importing.moreChanges({ count: changes.length - maxLines }))
  for (const { venue, zone, name, startsAt, why } of occurrences.notMade.slice(0, maxLines)) {
    const at = `${localDay(startsAt, zone)} ${timeOf(localMinutes(startsAt, zone))}`
    say(operatorMessages().importing.notMade({ name, venue, at, why }))
  }
  const { added, changed, withdrawn, cancelled } = occurrences
  const notMade = occurrences.notMade.length
  say(
    operatorMessages().importing.summary({
      check,
      changes: changes.length,
      added,
      changed,
      withdrawn,
      cancelled,
      notMade,
    }),
  )
}

process.exitCode = await run()
