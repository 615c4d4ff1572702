// Writes web/platform/calls/ from the contract: `npm run calls`.
import { withSources, writeFolder } from './sources.mjs'

await withSources(async (load) => {
  const api = await load('/contract/index.ts')
  const { callsModules } = await load('/contract/calls.ts')
  await writeFolder('web/platform/calls', Object.entries(callsModules(api)))
})
