import type { Config } from '#server/platform/config.ts'
import type { Log } from '#server/platform/log.ts'
import type { Maps } from './port.ts'
import { createMapsService } from './remote.ts'
import { findInTable } from './table.ts'

/** The maps of the settings. Where a service is set, our own table stands in while it is down. */
export const chooseMaps = (settings: Config['maps'], log: Log): Maps => {
  const table: Maps = { find: async (search) => findInTable(search) }
  return settings.service === 'table' ? table : createMapsService(settings, { log, meanwhile: table })
}
