import { defineConfig } from 'vite'
import { preactForReact } from './preact.ts'

/** What the browser loads, into dist/web. The server's own bundle is vite.server.config.ts. */
export default defineConfig({
  resolve: { alias: preactForReact },
  // It asks for React too, and must be given the same one when the development server renders.
  ssr: { noExternal: ['@tanstack/react-query'] },
  // Relative: chunks and styles find each other beside themselves, so that the base path stays a setting of
  // the server and no other build is needed to serve under another one.
  base: './',
  appType: 'custom',
  publicDir: false,
  css: { transformer: 'lightningcss' },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    manifest: true,
    // The server writes the preload links; every browser we serve knows them.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { client: 'web/entry-client.tsx' },
      checks: { pluginTimings: false },
      output: {
        // What most pages use is three files rather than twenty-five: fewer requests, and it packs better. What
        // one page alone uses stays in that page's own file.
        codeSplitting: {
          groups: [
            // The map's library comes with the map.
            { name: 'libraries', test: /node_modules\/(?!leaflet)/ },
            { name: 'base', test: /web\/(platform|ui)\//, minShareCount: 2 },
            { name: 'shared', test: /web\/features\//, minShareCount: 2 },
          ],
        },
      },
    },
  },
})
