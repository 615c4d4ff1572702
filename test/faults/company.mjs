// The card company as a process of its own: `node test/faults/company.mjs SEED` prints its address.
import { loadModule } from './load.mjs'

const { startBadCompany } = await loadModule('/test/faults/company.ts')
process.stdout.write(`${await startBadCompany(Number(process.argv[2]))}\n`)
