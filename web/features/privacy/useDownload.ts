import { useState } from 'react'
import type { DataHeld } from '#contract/privacy.ts'
import { toWire } from '#contract/wire.ts'
import { ApiError, type Client } from '#web/platform/api.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { saveFile } from '#web/platform/saveFile.ts'

type State = { status: 'idle' | 'busy' | 'done' } | { status: 'failed'; message: string }

/** Downloads all data about a customer as indented JSON. */
export const useDownload = (
  fileName: string,
  read: (client: Client) => Promise<DataHeld>,
): { state: State; download: () => void } => {
  const { client } = usePageContext()
  const [state, setState] = useState<State>({ status: 'idle' })
  const download = async (): Promise<void> => {
    setState({ status: 'busy' })
    try {
      saveFile(fileName, JSON.stringify(toWire(await read(client)), null, 2), 'application/json')
      setState({ status: 'done' })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setState({ status: 'failed', message: error.message })
    }
  }
  return { state, download: () => void download() }
}
