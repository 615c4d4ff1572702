/**
 * Where the parts meet: the server is given the page renderer and the demo's simulation, and imports neither.
 * Built to dist/server/main.js; see docs/decisions/0008-main-composes.md.
 */
import { simulateDay } from '#demo/simulation/simulateDay.ts'
import { start } from '#server/main.ts'
import { builtRenderer, builtScripts } from '#server/site.ts'
import { createRenderer } from '#web/entry-server.tsx'

await start({
  createPages: builtRenderer(createRenderer),
  scriptFile: builtScripts(),
  simulateDay,
  rehearsalPrograms: {
    server: ['dist/server/rehearsal.js'],
    visitors: ['dist/server/visitors.js', 'visitors'],
    hasPages: true,
  },
})
