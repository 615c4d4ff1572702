// Writes docs/operator-schemas/ from the schemas of the import: `node bin/schemas.mjs`.
import { withSources, writeFolder } from './sources.mjs'

await withSources(async (load) => {
  const { editorFiles } = await load('/server/import/files/jsonSchemas.ts')
  await writeFolder('docs/operator-schemas', editorFiles())
})
