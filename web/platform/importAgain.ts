/**
 * A browser remembers that a script could not be fetched for as long as the page lives, so that `import()` of it fails
 * ever after, although the connection is back. From the second failure on it is therefore requested by an address that
 * the browser does not know. The build calls this where an `import()` fails: see vite.config.ts.
 */
export const importAgain = async (error: unknown, load = importAddress): Promise<unknown> => {
  const [address] = /https?:\/\/\S+\.js/.exec(error instanceof Error ? error.message : '') ?? []
  if (address === undefined) throw error
  const existing = attempts.get(address)
  if (existing === undefined) {
    attempts.set(address, { count: 1 })
    throw error
  }
  existing.loading ??= attempt(existing, address, load)
  return existing.loading
}

type Attempts = { count: number; loading?: Promise<unknown> | undefined }

const attempt = async (existing: Attempts, address: string, load: typeof importAddress): Promise<unknown> => {
  existing.count += 1
  try {
    return await load(`${address}?again=${existing.count}`)
  } catch (error) {
    existing.loading = undefined
    throw error
  }
}

const attempts = new Map<string, Attempts>()

const importAddress = (address: string): Promise<unknown> => import(/* @vite-ignore */ address)
