// The weight of each page's script.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { head, say } from './report.mjs'

/** What a page of the bookings site loads before it is interactive, gzipped: React, and all else. */
export function scripts(root) {
  head('Script of a page (gzip): React, and our own with the other libraries')
  const manifest = JSON.parse(readFileSync(join(root, 'dist/web/.vite/en.json'), 'utf8'))
  const entry = 'web/entry-client.tsx'
  const sized = new Map()
  const size = (file) => {
    if (!sized.has(file))
      sized.set(file, gzipSync(readFileSync(join(root, 'dist/web', file)), { level: 9 }).length)
    return sized.get(file)
  }
  for (const key of Object.keys(manifest).filter((name) => /^web\/pages\/.*Page\.tsx$/.test(name))) {
    const files = new Set()
    const walk = (name) => {
      const one = manifest[name]
      if (one === undefined || files.has(one.file)) return
      if (one.file.endsWith('.js')) files.add(one.file)
      for (const imported of one.imports ?? []) walk(imported)
    }
    for (const name of [entry, 'web/apps/bookings/site.tsx', key]) walk(name)
    const sum = (isCounted) =>
      [...files].filter(isCounted).reduce((total, file) => total + size(file), 0) / 1024
    const isReact = (file) => /\/react-[^/]+\.js$/.test(file)
    say(
      key.replace('web/pages/', ''),
      `${sum((file) => !isReact(file)).toFixed(1)} KB`,
      `and React ${sum(isReact).toFixed(1)} KB`,
    )
  }
}
