// In which languages pages are built, and where their words come from (docs/decisions/0058-a-bundle-a-language.md).
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const catalogues = join(import.meta.dirname, '..', 'web', 'messages')

/** What LANGUAGES names (server/platform/settings.ts), and English, the source of the others. */
export function languagesToBuild() {
  const offered = (process.env.LANGUAGES ?? '').split(',').map((name) => name.trim())
  const languages = [...new Set(['en', ...offered.filter((name) => name !== '')])]
  for (const language of languages)
    if (!existsSync(join(catalogues, language)))
      throw new Error(`LANGUAGES names ${language}, and there is no folder web/messages/${language}.`)
  return languages
}

/** For Vite: `#messages/…` in a language instead of the English of package.json. */
export function wordsIn(language) {
  return { alias: [{ find: /^#messages\//, replacement: `${join(catalogues, language)}/` }] }
}
