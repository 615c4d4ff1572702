/** The product with the test interface of the Open Booking API beside it, for `npm run openactive:suite`, which builds it. */
import { simulateDay } from '#demo/simulation/simulateDay.ts'
import { start } from '#server/main.ts'
import { builtRenderer, builtScripts } from '#server/site.ts'
import { createRenderer } from '#web/entry-server.tsx'
import { testInterface } from './routes.ts'

await start({
  createPages: builtRenderer(createRenderer),
  scriptFile: builtScripts(),
  simulateDay,
  furtherApis: [testInterface],
})
