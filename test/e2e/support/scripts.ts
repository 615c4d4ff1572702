import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'

/* The scripts that the build has made of the modules, and blocking them in the browser. */

type Chunk = { file: string; src?: string; name?: string; imports?: readonly string[] }

const readManifest = () =>
  JSON.parse(readFileSync('dist/web/.vite/en.json', 'utf8')) as Readonly<Record<string, Chunk>>

/** The built scripts of these modules, with those that they import. */
export const scriptsOf = (modules: readonly string[]): Set<string> => {
  const manifest = readManifest()
  const files = new Set<string>()
  const add = (module: string): void => {
    const chunk = manifest[module]
    if (chunk === undefined) throw new Error(`No script is built of ${module}`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    chunk.imports?.forEach(add)
  }
  modules.forEach(add)
  return files
}

/** By built script, the module that it is made of, or what the build calls one that several share. */
export const modulesByScript = (): Map<string, string> =>
  new Map(Object.values(readManifest()).map(({ file, src, name }) => [file, src ?? name ?? file]))

/** The built script that an address asks for, with and without what makes the browser ask again. */
const scriptIn = (url: string): string => new URL(url).pathname.replace(/^.*\/(?=assets\/)/, '')

/** Notes the scripts that a page asks for from now on. */
export const recordScripts = (page: Page): Set<string> => {
  const scripts = new Set<string>()
  page.on('request', (request) => {
    if (/\/assets\/[^?]*\.js(?:\?|$)/.test(request.url())) scripts.add(scriptIn(request.url()))
  })
  return scripts
}

/** Blocks scripts as a browser's extension does, until the answer is called. */
export const blockScripts = async (
  page: Page,
  isBlocked: (script: string) => boolean,
): Promise<() => Promise<void>> => {
  const isScript = (url: URL): boolean =>
    /\/assets\/.*\.js$/.test(url.pathname) && isBlocked(scriptIn(url.href))
  await page.route(isScript, (route) => route.abort('blockedbyclient'))
  return () => page.unroute(isScript)
}
