import { defineConfig, type Plugin } from 'vite'

/**
 * What every page needs: the entry and the bookings site with all that they import, and what would otherwise be a chunk and
 * a request of its own on most first pages. Why files are named here, with the figures: docs/decisions/0069-chunks.md.
 */
const everyPage = [
  /web\/(entry-client|apps\/bookings\/)/,
  /web\/pages\/activityCrumbs/,
  /web\/platform\/(calls\/(operator|sessions|baskets|venues|activities|search|timetable|waitlists)\.|kiosk|attendees|useServerNow|afterReads)/,
  /web\/messages\/\w+\/shared\/(waitlists|dates)/,
  /contract\/(money|time)/,
  /web\/ui\/(ErrorBlock|RichText|PhoneLink|useFocusHandover|usePressOutside)/,
  /web\/features\/baskets\/(useBasketActions|holdTime)/,
]

/** The chunks that are there when a customer goes on: loaded with every page, or by it once the browser is idle. */
const everywhere = /\/(react|base|client|dialogs|forms|login|basket|basketQueue|hold|ErrorPage)-/

/** Lets a failed `import()` be repeated: see web/platform/importAgain.ts. Vite's helper of all imports has no setting for it. */
const importsAgain: Plugin = {
  name: 'imports-again',
  transform: {
    filter: { id: /vite\/preload-helper/ },
    handler(code) {
      const failing = 'baseModule().catch(handlePreloadError)'
      if (!code.includes(failing)) throw new Error(`Vite's helper of imports has no ${failing}`)
      return `import { importAgain } from '#web/platform/importAgain.ts'
${code.replace(failing, 'baseModule().catch((error) => importAgain(error)).catch(handlePreloadError)')}`
    },
  },
}

/** What the browser loads, into dist/web. The server's own bundle is vite.server.config.ts. */
export default defineConfig({
  // Relative: chunks and styles find each other beside themselves, so that the base path stays a setting of
  // the server and no other build is needed to serve under another one.
  base: './',
  // Its modules instead of the one CommonJS file, which would bring a shared runtime chunk to every first page.
  resolve: { alias: [{ find: /^leaflet$/, replacement: 'leaflet/dist/leaflet-src.esm.js' }] },
  appType: 'custom',
  publicDir: false,
  css: { transformer: 'lightningcss' },
  plugins: [importsAgain],
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    manifest: '.vite/en.json',
    modulePreload: {
      // The server writes the preload links; every browser we serve knows them.
      polyfill: false,
      // The names of a chunk's dependencies stand beside its import. Left out are those that every page has loaded, and
      // those of a site, since the server lists them in its pages.
      // What comes when the browser is idle finds its own.
      resolveDependencies: (file, dependencies, { hostId }) =>
        /\/site-/.test(file) || /\/(base|TimeSlotPage|usePayment|payment)-/.test(hostId)
          ? []
          : dependencies.filter((name) => !everywhere.test(name)),
    },
    rolldownOptions: {
      input: {
        client: 'web/entry-client.tsx',
        // Of the frames of card companies, pages that stand by themselves (contract/paymentFrames.ts).
        demoCard: 'web/frames/demoCard.ts',
        demoWallet: 'web/frames/demoWallet.ts',
        stripeCard: 'web/frames/stripeCard.ts',
        stripeWallets: 'web/frames/stripeWallets.ts',
      },
      // Merging chunks into pages would need the bundler's runtime, a further request of every first page.
      experimental: { chunkOptimization: false },
      // `use client` matters to frameworks with server components only.
      checks: { pluginTimings: false, moduleLevelDirective: false },
      output: {
        // Few files, since a browser opens six connections to a host and the page's two fonts take two of them: React,
        // what every page needs, the page, and one chunk that it shares with its neighbours. One file more costs a
        // slow phone a whole round trip. The test of a group takes its members' imports along unless an earlier group
        // has them.
        codeSplitting: {
          groups: [
            // Apart because it changes rarely, so that it stays in caches, and because its weight is counted apart.
            { name: 'react', test: /rolldown\/runtime|node_modules\/(react|react-dom|scheduler)\// },
            // One request instead of three: the entry, the site and their platform are always wanted together.
            {
              name: 'base',
              test: (id) => everyPage.some((pattern) => pattern.test(id)),
            },
            // Apart from the page because the first press on "Add" loads it, on timetables and in search alike.
            { name: 'basketQueue', test: /web\/features\/baskets\/basketQueue/ },
            // Only while a basket holds places: the countdown and what announces it.
            {
              name: 'hold',
              test: /web\/features\/baskets\/(BasketClock|Hold(Clock|Announcer)|countdown|useBasketChanges)/,
            },
            // What opens over a page is never there at first, so it is parted from what every page needs.
            { name: 'dialogs', test: /web\/ui\/(Modal|SidePanel|useModal)/ },
            // Of forms that people come back to.
            { name: 'drafts', test: /web\/platform\/(useFormDraft|formDrafts)/ },
            // Fields are needed by forms and dialogs, and by no page that lists what can be booked.
            { name: 'forms', test: /web\/(ui\/(Field|Choice|FormError)|platform\/useForm)/ },
            // A day of classes or courts, which its panels and the desk share with the page. The panels come when opened.
            {
              name: 'timetable',
              test: /web\/(features\/timetable\/(?!AddChild|\w*Panel|SlotCard|OccurrenceDetails|useBookingOptions|activityDetails)|features\/waitlists\/useWaitlists)/,
              minShareCount: 2,
            },
            // The filled basket: on its page, in the drawer and beside a timetable.
            {
              name: 'basket',
              test: /web\/features\/baskets\/(Basket(View|Line|Bar)|LapsedLines)/,
            },
            // The account site's log-in page and the dialog of all other pages.
            {
              name: 'login',
              test: /web\/features\/sessions\/(Login(?!InPlace)|ForgottenPassword|MailedLinkForm)/,
            },
            // Venues, activities and search, which lead to a timetable; the map of them comes when it is opened, and what
            // is closed with the pages that say it.
            {
              name: 'choosing',
              test: /web\/(features\/(activities|venues)\/(?!map\/|[Cc]losure)|features\/search\/(?!BookAgain)|ui\/Banner|messages\/\w+\/shared\/offers|platform\/calls\/favourites\.)/,
              minShareCount: 2,
            },
            // Paying, on checkout and for a membership alike.
            {
              name: 'payment',
              test: /web\/features\/checkout\/(CardLoading|PaymentMethod\.|lazyParts|useHydrated|cardInput|pendingPayment|credit|WalletButtons\.module|Checkout\.module|formError|checkoutFields|orderItems)/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
})
