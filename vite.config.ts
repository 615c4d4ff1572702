import { defineConfig } from 'vite'

/** What the browser loads, into dist/web. The server's own bundle is vite.server.config.ts. */
export default defineConfig({
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
      // `use client` matters to frameworks with server components only.
      checks: { pluginTimings: false, moduleLevelDirective: false },
      output: {
        // What most pages use is three files rather than twenty-five: fewer requests, and it packs better. What some
        // pages use, or one alone, stays out of the way of the others.
        codeSplitting: {
          groups: [
            // A chunk of its own: it changes rarely and its weight is counted apart.
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            // The library of the map comes with the map, that of codes with tickets.
            { name: 'libraries', test: /node_modules\/(?!leaflet|uqr)/ },
            {
              name: 'base',
              test: /web\/(platform|ui|channels)\/(?!QrCode|theme|fonts|useForm|Modal|SidePanel|useModal|Field|Choice)|vite\/preload-helper/,
              minShareCount: 2,
            },
            {
              name: 'shared',
              test: /web\/(features\/(layout\/(?!Menu)|sessions\/SignedOut|baskets\/(?!Basket(View|Line|Bar|Drawer)|Hold|LapsedLines))|features\/waivers\/attendeesDraft|pages\/(?!SiteMenu)|apps)/,
              minShareCount: 2,
            },
            // What opens over a page, forms, and the filled basket are parted from what every page needs: see
            // lazyComponent.tsx.
            { name: 'dialogs', test: /web\/ui\/(Modal|SidePanel|useModal)/ },
            { name: 'forms', test: /web\/(ui\/(Field|Choice)|platform\/useForm)/ },
            {
              name: 'basket',
              test: /web\/features\/baskets\/(Basket(View|Line|Bar|Drawer)|Hold|LapsedLines)/,
            },
            { name: 'login', test: /web\/features\/sessions\/(Login|ForgottenPassword)/ },
            // Venues and activities to choose from; the map of them comes when it is asked for.
            { name: 'choosing', test: /web\/features\/(activities|venues)\/(?!map\/)/, minShareCount: 2 },
          ],
        },
      },
    },
  },
})
