/**
 * A browser remembers that a script could not be fetched for as long as the page lives, so that `import()` of it fails
 * ever after, although the connection is back. From the second failure on it is therefore asked for by an address that
 * the browser does not know. The build calls this where an `import()` fails: see vite.config.ts.
 */
export const importAgain = async (error: unknown, load = importAddress): Promise<unknown> => {
  const [address] = /https?:\/\/\S+\.js/.exec(error instanceof Error ? error.message : '') ?? []
  if (address === undefined) throw error
  const known = attempts.get(address)
  if (known === undefined) {
    attempts.set(address, { count: 1 })
    throw error
  }
  known.loading ??= attempt(known, address, load)
  return known.loading
}

type Attempts = { count: number; loading?: Promise<unknown> | undefined }

const attempt = async (known: Attempts, address: string, load: typeof importAddress): Promise<unknown> => {
  known.count += 1
  try {
    return await load(`${address}?again=${known.count}`)
  } catch (error) {
    known.loading = undefined
    throw error
  }
}

const attempts = new Map<string, Attempts>()

const importAddress = (address: string): Promise<unknown> => import(/* @vite-ignore */ address)
