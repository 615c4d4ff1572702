import { defineConfig } from 'vite'

/**
 * What Node runs, into dist/server: one file a program, with what it imports in it, which starts twice as
 * fast as loading a thousand modules. Left outside are what brings its own binaries or files, and what is
 * loaded only when a person needs it.
 */
export default defineConfig({
  publicDir: false,
  css: { transformer: 'lightningcss' },
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: {
    noExternal: true,
    external: [
      '@electric-sql/pglite',
      '@electric-sql/pglite-prepopulatedfs',
      '@node-rs/argon2',
      'nodemailer',
      'oidc-provider',
      'pdfkit',
      'pg',
      'pino',
      'sanitize-html',
      'stripe',
    ],
  },
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    rolldownOptions: {
      // `use client` matters to frameworks with server components only.
      checks: { pluginTimings: false, moduleLevelDirective: false },
      input: {
        main: 'main.ts',
        import: 'server/import.ts',
        export: 'server/export.ts',
        rehearsal: 'rehearsal.ts',
        visitors: 'bin/rehearse.mjs',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
})
