export type Manifest = Readonly<
  Record<string, { file: string; css?: readonly string[]; imports?: readonly string[]; isEntry?: boolean }>
>

export type BuiltAssets = {
  /** Vite's `manifest.json`, parsed. */
  manifest: Manifest
  /** Reads a built file by its name in the manifest (`assets/x.css`). */
  readAsset: (file: string) => string
}

/** First, so that the layers' order does not depend on the order of the style sheets; see tokens.css. */
const layers = '@layer base, ui, platform, feature, page;'

type PageFiles = { css: string; preload: string[]; inlined: string[]; script: string }

/** The built files of a page: styles to inline and modules to preload. */
export const builtFiles = ({ manifest, readAsset }: BuiltAssets) => {
  const cache = new Map<string, PageFiles>()
  const [entryKey, entry] = Object.entries(manifest).find(([key]) => key === 'web/entry-client.tsx') ?? []
  if (entryKey === undefined || entry === undefined)
    throw new Error('The build has no entry. Run `vite build`.')
  const script = withoutFacade(entry.file, readAsset(entry.file))

  const chunksOf = (keys: readonly string[]): Manifest[string][] => {
    const chunks = new Set<string>()
    const addChunk = (key: string): void => {
      if (chunks.has(key) || manifest[key] === undefined) return
      chunks.add(key)
      for (const imported of manifest[key].imports ?? []) addChunk(imported)
    }
    for (const key of keys) addChunk(key)
    return [...chunks].flatMap((key) => manifest[key] ?? [])
  }
  /** Of the late parts the styles alone: their scripts come after the page. */
  const collectFiles = (keys: readonly string[], late: readonly string[]): PageFiles => {
    const sheets = [...new Set(chunksOf([...keys, ...late]).flatMap(({ css }) => css ?? []))]
    return {
      script,
      // Prevents a style sheet from closing its style element.
      css: [layers, ...sheets.map((file) => readAsset(file).trim())]
        .join('\n')
        .replaceAll('</', String.raw`<\/`),
      preload: chunksOf(keys)
        .map(({ file }) => file)
        .filter((file) => file !== entry.file && file.endsWith('.js')),
      inlined: sheets,
    }
  }
  return (
    site: string,
    routeName: string | undefined,
    lazy: readonly string[],
    late: readonly string[],
  ): PageFiles => {
    const name = [site, routeName ?? '', ...lazy, '/', ...late].join(' ')
    for (const source of [...lazy, ...late])
      if (manifest[source] === undefined) throw new Error(`The build has no ${source}: see lazyComponent()`)
    const files =
      cache.get(name) ??
      collectFiles([entryKey, `web/apps/${site}/site.tsx`, `web/pages/${routeName ?? ''}.tsx`, ...lazy], late)
    cache.set(name, files)
    return files
  }
}

/** The chunk that an entry does nothing but import, because vite.config.ts put its module there: a request less. */
const withoutFacade = (file: string, source: string): string => {
  const [, chunk] = /^import\s*"\.\/([^"]+\.js)";?\s*$/.exec(source) ?? []
  return chunk === undefined ? file : file.replace(/[^/]+$/, chunk)
}
