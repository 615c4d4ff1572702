/**
 * Where the two halves meet: the server is given what draws the pages, and neither imports the other.
 * Built to dist/server/main.js; see docs/decisions/0008-main-composes.md.
 */
import { start } from '#server/main.ts'
import { builtRenderer } from '#server/site.ts'
import { createRenderer } from '#web/entry-server.tsx'

await start({ render: builtRenderer(createRenderer) })
