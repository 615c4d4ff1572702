import path from 'node:path'
import * as messages from '#server/messages/en/import.ts'
import type { Folder } from './folder.ts'

const mediaTypes: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
}

/** A picture travels inside the answers that show it, so it has to be small. */
const largest = 24 * 1024

/**
 * The address of a picture: an address stays as it is, a file of the folder becomes a `data:` address. Nothing
 * then has to be served beside the database, on however many nodes.
 */
export const pictureAddress = (
  files: Pick<Folder, 'asset'>,
  file: string,
  report: (sentence: string) => void,
): string => {
  if (file.startsWith('https://')) return file
  const bytes = files.asset(file)
  if (bytes === null) {
    report(messages.fileMissing({ file }))
    return ''
  }
  if (bytes.length > largest) report(messages.pictureTooLarge({ file, kilobytes: largest / 1024 }))
  const mediaType = mediaTypes[path.extname(file)] ?? 'application/octet-stream'
  if (mediaType !== 'image/svg+xml') return `data:${mediaType};base64,${bytes.toString('base64')}`
  // Text of SVG is a third shorter written this way, and most of it stays readable.
  const text = bytes.toString('utf8').replace(/\s+/g, ' ').replace(/> </g, '><').trim()
  const escapes: Readonly<Record<string, string>> = text.includes("'") ? {} : svgEscapes
  return `data:image/svg+xml,${text.replace(/["#%<>{}]/g, (character) => escapes[character] ?? encodeURIComponent(character))}`
}

/** A double quote may as well be a single one, unless single ones are in use; what would end the address or an attribute is written out. */
const svgEscapes: Readonly<Record<string, string>> = { '"': "'" }
