import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { daysAfter, isDay } from '#contract/time.ts'
import { runImport } from '#server/import/describe.ts'
import type { DescribedImport, ImportOrder } from '#server/import/describe.ts'
import { mostDaysChecked } from '#server/import/load.ts'
import { importObjectionCodes } from '#contract/office.ts'
import type { ObjectionCode } from '#server/import/objections.ts'
import { importByServer } from '#server/import/runningServer.ts'
import { operatorMessages } from '#server/messages/languages.ts'
import { systemClock } from '#server/platform/clock.ts'
import { configFromEnvironment } from '#server/platform/config.ts'
import type { Config } from '#server/platform/config.ts'
import { hasTables, openDatabase, withKysely } from '#server/platform/database.ts'
import type { Opened } from '#server/platform/database.ts'
import { DatabaseInUse, openEmbedded } from '#server/platform/embedded.ts'
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
  'files-win': { type: 'boolean', default: false },
  reason: { type: 'string' },
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
      const code = importObjectionCodes.find((one) => one === word)
      if (code === undefined)
        throw new SetupError(
          operatorMessages().importing.unknownCode({ code: word, codes: importObjectionCodes }),
        )
      return code
    })

/** @throws SetupError */
const checkedDay = (day: string | undefined, now: Date): string | undefined => {
  const last = daysAfter(now.toISOString().slice(0, 10), mostDaysChecked)
  if (day !== undefined && (!isDay(day) || day > last))
    throw new SetupError(operatorMessages().importing.dayOption({ day }))
  return day
}

/**
 * Why everything that staff have changed in the browser gives way; undefined where it stays.
 * @throws SetupError
 */
const reasonFilesWin = (isWinning: boolean, reason = ''): { reason: string } | undefined => {
  if (isWinning === (reason.trim() === '')) throw new SetupError(operatorMessages().importing.reasonOption)
  return isWinning ? { reason: reason.trim() } : undefined
}

const run = async (): Promise<number> => {
  const given = readArguments()
  if (given === null) {
    say(operatorMessages().importing.usage)
    return process.argv.includes('--help') ? 0 : 2
  }
  const { folder, check, report } = given
  try {
    const wanted: ImportOrder = {
      folder: path.resolve(folder),
      check,
      accept: acceptedCodes(given.accept ?? []),
      until: checkedDay(given.until, systemClock.now()),
      filesWin: reasonFilesWin(given['files-win'], given.reason),
    }
    const imported = await importHereOrByServer(configFromEnvironment(), wanted)
    if (report !== undefined)
      await writeFile(report, imported.lines.map((line) => `${line.trim()}\n`).join(''))
    print(imported)
    return imported.refusals.length > 0 ? 1 : 0
  } catch (error) {
    // Files, settings and the database raise different errors; a stack trace helps none of their readers.
    // A table or column that a newer version has: the schema is brought up to date by an import or a start.
    const isOlder = ['42P01', '42703'].includes((error as { code?: string }).code ?? '')
    const problems = isOlder ? operatorMessages().importing.olderTables : error
    process.stderr.write(`${problems instanceof Error ? problems.message : String(problems)}\n`)
    return 1
  }
}

/** Imports in this process or, where a running server has the embedded database open, in that. */
const importHereOrByServer = async (config: Config, wanted: ImportOrder): Promise<DescribedImport> => {
  let opened: Opened
  try {
    opened = await openDatabase(config)
  } catch (error) {
    const imported = error instanceof DatabaseInUse ? await importByServer(error, wanted) : null
    if (imported === null) throw error
    return imported
  }
  let { db, close } = opened
  try {
    // A dry run changes nothing, not even the schema: for an empty database it runs in one that is thrown away.
    if (wanted.check && !(await hasTables(db))) {
      const scratch = withKysely(await openEmbedded(), 'embedded')
      close = async () => {
        await scratch.close()
        await opened.close()
      }
      db = scratch.db
      await migrate(db)
    } else if (!wanted.check) await migrate(db)
    return await runImport(db, wanted, { now: systemClock.now(), storeFile: chooseFiles(config).put })
  } finally {
    await close()
  }
}

const print = ({ lines, refusals, summary }: DescribedImport): void => {
  for (const line of lines.slice(0, maxLines)) say(line)
  if (lines.length > maxLines)
    say(operatorMessages().importChanges.moreChanges({ count: lines.length - maxLines }))
  for (const refusal of refusals) say(refusal)
  say(summary)
}

process.exitCode = await run()
