import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Answer, Body } from '#contract/endpoint.ts'
import { largestUpload } from '#contract/office.ts'
import type { office } from '#contract/office.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, recordAudit } from '#server/platform/audit.ts'
import type { Database } from '#server/platform/database.ts'
import { invalid, Refusal, SetupError } from '#server/platform/errors.ts'
import type { Files } from '#server/providers/files/store.ts'

type Upload = Body<(typeof office)['importFiles']>

/** By their paths in the folder. */
type UploadedFiles = ReadonlyMap<string, Uint8Array>

/** Lines that are answered; a screen shows no more. */
const mostLines = 500

/** A zip file holds more than it weighs, up to this in all. */
const largestUnpacked = 4 * largestUpload

const mostFiles = 500

/**
 * Imports uploaded files of the caller's operator, as `npm run import` does a folder. What reads and unpacks them is loaded
 * only now: few ever ask for it.
 * @throws Refusal `invalid`, `too_large`, `invalid_files` with all that is wrong with the files, `import_refused`
 */
export const importFiles = async (
  { db, files: store }: { db: Database; files: Pick<Files, 'put'> },
  actor: Actor,
  { files, check, accept }: Upload,
  now: Date,
): Promise<Answer<typeof office.importFiles>> => {
  const uploaded = await unpack(files)
  const folder = await mkdtemp(path.join(os.tmpdir(), 'onside-upload-'))
  try {
    await writeFolder(folder, uploaded)
    const { runImport } = await import('#server/import/describe.ts')
    const order = { folder, check, accept, until: undefined, operatorSlug: actor.operator.slug }
    const { lines, objections, summary } = await runImport(db, order, {
      now,
      storeFile: store.put,
      beforeCommit: (tx) =>
        recordAudit(
          tx,
          {
            actorId: staffOf(actor).id,
            forCustomerId: null,
            act: acts.filesImported,
            subject: `operator:${actor.operator.id}`,
            detail: { files: [...uploaded.keys()].toSorted(), accept },
          },
          now,
        ),
    })
    return {
      lines: lines.slice(0, mostLines).map((line) => line.trim()),
      lineCount: lines.length,
      objections,
      summary,
    }
  } catch (error) {
    throw await asRefusal(error, folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** What the files are refused with. The command names a folder, which the person who has uploaded them does not know. */
const asRefusal = async (error: unknown, folder: string): Promise<unknown> => {
  if (!(error instanceof SetupError)) return error
  const { ImportRefused } = await import('#server/import/objections.ts')
  const text = error.message.replaceAll(`${folder}/`, '').replaceAll(folder, '')
  return new Refusal(error instanceof ImportRefused ? 'import_refused' : 'invalid_files', () => text)
}

const tooLarge = (): Refusal =>
  new Refusal('too_large', (messages) =>
    messages.office.uploadTooLarge({ megabytes: largestUpload / 1024 / 1024, files: mostFiles }),
  )

const unpack = async (files: Upload['files']): Promise<UploadedFiles> => {
  const found = new Map<string, Uint8Array>()
  let bytes = 0
  for (const { path: name, contentBase64 } of files) {
    const content = Buffer.from(contentBase64, 'base64')
    bytes += content.length
    if (bytes > largestUpload) throw tooLarge()
    if (!name.toLowerCase().endsWith('.zip')) found.set(name, content)
    else for (const [inner, unpacked] of await unzip(content)) found.set(inner, unpacked)
  }
  if (found.size > mostFiles) throw tooLarge()
  return withoutTopFolder(found)
}

const unzip = async (bytes: Uint8Array): Promise<[string, Uint8Array][]> => {
  const { unzipSync } = await import('fflate')
  let [count, unpacked] = [0, 0]
  let files: Record<string, Uint8Array>
  try {
    files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (name.endsWith('/') || isLeftOver(name)) return false
        count += 1
        unpacked += originalSize
        if (count > mostFiles || unpacked > largestUnpacked) throw tooLarge()
        return true
      },
    })
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw invalid({ files: [(messages) => messages.office.notAZipFile] })
  }
  return Object.entries(files)
}

/** What computers put into zip files and folders by themselves. */
const isLeftOver = (name: string): boolean =>
  /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/.test(name)

/** A folder that was zipped as a whole stands above all of its files. */
const withoutTopFolder = (files: UploadedFiles): UploadedFiles => {
  const names = [...files.keys()].filter((name) => !isLeftOver(name))
  const operatorFile = names.find((name) => /^[^/]+\/operator\.json$/.test(name))
  const top = operatorFile?.slice(0, operatorFile.indexOf('/') + 1) ?? ''
  const isAbove = top !== '' && names.every((name) => name.startsWith(top))
  return new Map(
    names.map((name) => [isAbove ? name.slice(top.length) : name, files.get(name) ?? new Uint8Array()]),
  )
}

/** Names of a folder and its files, none of which leads out of it. */
const isPath = (name: string): boolean =>
  name.split('/').length <= 4 && name.split('/').every((part) => /^[^./\\\0][^/\\\0]*$/.test(part))

const writeFolder = async (folder: string, files: UploadedFiles): Promise<void> => {
  for (const [name, content] of files) {
    if (!isPath(name)) throw invalid({ files: [(messages) => messages.office.unusableName({ name })] })
    const place = path.join(folder, name)
    await mkdir(path.dirname(place), { recursive: true, mode: 0o700 })
    await writeFile(place, content, { mode: 0o600 })
  }
}
