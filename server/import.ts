import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { daysAfter, isDay } from '#contract/time.ts'
import { mostDaysChecked } from '#server/import/load.ts'
import type { ImportResult } from '#server/import/load.ts'
import { objectionCodes } from '#server/import/objections.ts'
import type { ObjectionCode } from '#server/import/objections.ts'
import { importOperator } from '#server/import/run.ts'
import { describeImport } from '#server/import/words.ts'
import { operatorMessages } from '#server/messages/languages.ts'
import { systemClock } from '#server/platform/clock.ts'
import { configFromEnvironment } from '#server/platform/config.ts'
import { hasTables, openDatabase, withKysely } from '#server/platform/database.ts'
import { openEmbedded } from '#server/platform/embedded.ts'
import { SetupError } from '#server/platform/errors.ts'
import { migrate } from '#server/platform/migrate.ts'
import { chooseFiles } from '#server/providers/files/store.ts'

/** Lines that are printed; further ones are only counted. */
const maxLines = 40

const say = (text: string): void => void process.stdout.write(`${text}\n`)

const options = {
  check: { type: 'boolean', default: false },
  until: { type: 'string' },
  report: { type: 'string' },
  accept: { type: 'string', multiple: true },
  help: { type: 'boolean', default: false },
} as const

/** The folder and options of the command line; null where they are not as they should be. */
const readArguments = () => {
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    const [folder, ...more] = positionals
    return folder === undefined || more.length > 0 || values.help ? null : { folder, ...values }
  } catch {
    return null
  }
}

/** @throws SetupError */
const acceptedCodes = (words: readonly string[]): ObjectionCode[] =>
  words
    .flatMap((word) => word.split(','))
    .map((word) => {
      const code = objectionCodes.find((one) => one === word)
      if (code === undefined)
        throw new SetupError(operatorMessages().importing.unknownCode({ code: word, codes: objectionCodes }))
      return code
    })

/** @throws SetupError */
const checkedDay = (day: string | undefined, now: Date): string | undefined => {
  const last = daysAfter(now.toISOString().slice(0, 10), mostDaysChecked)
  if (day !== undefined && (!isDay(day) || day > last))
    throw new SetupError(operatorMessages().importing.dayOption({ day }))
  return day
}

const run = async (): Promise<number> => {
  const given = readArguments()
  if (given === null) {
    say(operatorMessages().importing.usage)
    return process.argv.includes('--help') ? 0 : 2
  }
  const { folder, check, report } = given
  let close = async () => {}
  try {
    const now = systemClock.now()
    const accept = acceptedCodes(given.accept ?? [])
    const until = checkedDay(given.until, now)
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
      now,
      check,
      storeFile,
      accept,
      until,
    })
    const lines = describeImport(imported)
    if (report !== undefined) await writeFile(report, lines.map((line) => `${line.trim()}\n`).join(''))
    printResult(imported, lines, check)
    return imported.objections.length > 0 ? 1 : 0
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

const printResult = (
  { changes, occurrences, objections }: ImportResult,
  lines: readonly string[],
  check: boolean,
): void => {
  for (const line of lines.slice(0, maxLines)) say(line)
  if (lines.length > maxLines)
    say(operatorMessages().importChanges.moreChanges({ count: lines.length - maxLines }))
  for (const { code, text } of objections)
    say(operatorMessages().importChanges.wouldBeRefused({ code, sentence: text(operatorMessages()) }))
  const { added, changed, withdrawn, cancelled } = occurrences
  say(
    operatorMessages().importChanges.summary({
      check,
      changes: changes.length,
      added,
      changed,
      withdrawn,
      cancelled,
      notMade: occurrences.notMade.length,
      retained: occurrences.retainedSessions.length,
    }),
  )
}

process.exitCode = await run()
