import path from 'node:path'
import { importOperator } from '#server/import/service.ts'
import type { ImportResult } from '#server/import/service.ts'
import { systemClock } from '#server/platform/clock.ts'
import { configFromEnvironment } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database.ts'
import { migrate } from '#server/platform/migrate.ts'
import { chooseFiles } from '#server/providers/files/choose.ts'

const usage = `npm run import -- FOLDER [--check]

Loads an operator's files from FOLDER into the database of the settings: all of them or, when something is wrong
with them, none. --check says what that would change and changes nothing. See docs/operator-files.md.
`

/** Lines of each kind of change that are printed; further ones are only counted. */
const maxLines = 40

const say = (text: string): void => void process.stdout.write(`${text}\n`)

const run = async (): Promise<number> => {
  const words = process.argv.slice(2)
  const check = words.includes('--check')
  const [folder, ...more] = words.filter((word) => word !== '--check')
  if (folder === undefined || more.length > 0 || folder.startsWith('-')) {
    say(usage)
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
    tell(imported, check)
    return 0
  } catch (error) {
    // Files, settings and the database raise different errors; a stack trace helps none of their readers.
    const noTables = (error as { code?: string }).code === '42P01'
    const problems = noTables
      ? 'The database has no tables yet: import without --check, or start the server.'
      : error
    process.stderr.write(`${problems instanceof Error ? problems.message : String(problems)}\n`)
    return 1
  } finally {
    await close()
  }
}

const reasons = {
  floor_taken: 'its floor is taken',
  booked_as_it_was: 'places are booked as it was',
  there_already: 'another line of the timetable makes it',
} as const

const tell = ({ changes, occurrences }: ImportResult, check: boolean): void => {
  for (const { what, which, how, fields } of changes.slice(0, maxLines)) {
    say(`  ${how.padEnd(9)} ${what} ${which}${fields === undefined ? '' : ` (${fields.join(', ')})`}`)
  }
  if (changes.length > maxLines) say(`  … and ${changes.length - maxLines} more`)
  for (const { venue, name, startsAt, why } of occurrences.notMade.slice(0, maxLines)) {
    say(`  not made  ${name} at ${venue}, ${startsAt.toISOString()}: ${reasons[why]}`)
  }
  const { added, changed, withdrawn, cancelled } = occurrences
  say(
    `${check ? 'Would change' : 'Changed'} ${changes.length} things of the catalogue; sessions: ${added} added, ` +
      `${changed} changed, ${withdrawn} withdrawn, ${cancelled} called off, ${occurrences.notMade.length} not made.`,
  )
}

process.exitCode = await run()
