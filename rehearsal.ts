/** The server of a rehearsal, composed as the product is (main.ts). Built to dist/server/rehearsal.js. */
import { serveRehearsal } from '#server/rehearsal.ts'
import { builtRenderer, builtScripts } from '#server/site.ts'
import { createRenderer } from '#web/entry-server.tsx'

await serveRehearsal({ createPages: builtRenderer(createRenderer), scriptFile: builtScripts() })
