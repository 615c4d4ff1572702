/**
 * Where the two halves meet: the server is given the renderer of the pages, and neither imports the other.
 * Built to dist/server/main.js; see docs/decisions/0008-main-composes.md.
 */
import { start } from '#server/main.ts'
import { render } from '#web/entry-server.tsx'

await start({ render })
