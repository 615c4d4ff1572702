import { defineConfig } from 'vite'

/** What every page needs, with the libraries; the library of the map comes with the map, that of codes with tickets. */
const everyPage = [
  /node_modules\/(?!leaflet|uqr)/,
  /vite\/preload-helper/,
  /web\/(platform(?!\/calls)|ui|channels|apps)\//,
  /web\/pages\/(CustomerLayout|SiteFrame|lazyParts|loadFrame|activityCrumbs|RecentMessagesLink|useLogo|errorPages|NotFoundPage)/,
  /web\/platform\/calls\/(operator|sessions|baskets|venues|activities)\./,
  /contract\/(money|time)/,
  /web\/messages\/en\/shared\/dates/,
  /web\/features\/(layout|baskets|waivers\/attendeesDraft)/,
]

/** Dialogs, forms, the filled basket and what else comes later: see web/platform/lazyComponent.tsx. */
const onDemand = new RegExp(
  [
    'platform/(selection|unfinishedCalls|pageSync|sessionSync|tabSync|idle|theme|fonts|embedding|useForm|buyer|attendees\\.)',
    'ui/(Photo|placeToasts|QrCode|Modal|SidePanel|useModal|Field|Choice|Banner|Spinner|ItemCard)',
    'layout/Menu',
    'baskets/(Desk|Basket(View|Line|Bar|Clock|Drawer|Panel)|Empty|Hold|Lapsed|countdown|basket(Lines|Queue)|useBasket(Actions|Changes))',
  ].join('|'),
)

/** The chunks that are there when a customer goes on: loaded with every page, or by it once the browser is idle. */
const everywhere =
  /\/(react|base|rolldown-runtime|client|dialogs|forms|login|basket|basketQueue|hold|buying|ErrorPage)-/

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
    modulePreload: {
      // The server writes the preload links; every browser we serve knows them.
      polyfill: false,
      // The names of a chunk's dependencies stand beside its import. Left out are those that every page has loaded, and
      // those of a site, since the server lists them in its pages.
      // What comes when the browser is idle finds its own.
      resolveDependencies: (file, dependencies, { hostId }) =>
        /\/site-/.test(file) || /\/(base|TimeSlotPage|usePayment)-/.test(hostId)
          ? []
          : dependencies.filter((name) => !everywhere.test(name)),
    },
    rolldownOptions: {
      input: { client: 'web/entry-client.tsx' },
      // `use client` matters to frameworks with server components only.
      checks: { pluginTimings: false, moduleLevelDirective: false },
      output: {
        // Few files, since a browser opens six connections to a host: React, what every page needs, the site, and the
        // page. What some pages need, or one alone, stays out of the way of the others.
        codeSplitting: {
          groups: [
            // A chunk of its own: it changes rarely and its weight is counted apart.
            { name: 'react', test: /rolldown\/runtime|node_modules\/(react|react-dom|scheduler)\// },
            {
              name: 'base',
              test: (id) => everyPage.some((pattern) => pattern.test(id)) && !onDemand.test(id),
              minShareCount: 2,
            },
            { name: 'basketQueue', test: /web\/features\/baskets\/basketQueue/ },
            {
              name: 'hold',
              test: /web\/features\/baskets\/(BasketClock|Hold(Clock|Announcer)|countdown|useBasketChanges)/,
            },
            // Who buys, and what they must tell: from the basket on.
            { name: 'buying', test: /web\/platform\/(buyer|attendees\.|calls\/customers\.)/ },
            // The pages about a customer.
            { name: 'account', test: /web\/(ui\/ItemCard|pages\/(CardList|requireCustomer))/ },
            // Shared by pages that have little else in common.
            {
              name: 'times',
              test: /web\/(platform\/calls\/timetable\.|features\/baskets\/useBasketActions)/,
            },
            // What opens over a page, forms, and the filled basket are parted from what every page needs: see
            // lazyComponent.tsx.
            { name: 'dialogs', test: /web\/ui\/(Modal|SidePanel|useModal)/ },
            { name: 'forms', test: /web\/(ui\/(Field|Choice)|platform\/useForm)/ },
            {
              name: 'timetable',
              test: /web\/features\/timetable\/(?!AddChild|\w*Panel|SlotCard|OccurrenceDetails|useBookingOptions|activityDetails)/,
              minShareCount: 2,
            },
            {
              name: 'waitlists',
              test: /web\/(features\/waitlists\/(?!WaitlistEntry|LeaveWaitlist)|platform\/calls\/waitlists\.|messages\/en\/shared\/waitlists)/,
              minShareCount: 2,
            },
            {
              name: 'basket',
              test: /web\/features\/baskets\/(Basket(View|Line|Bar)|LapsedLines)/,
            },
            { name: 'login', test: /web\/features\/sessions\/(Login|ForgottenPassword)/ },
            // Venues and activities to choose from; the map of them comes when it is asked for.
            {
              name: 'choosing',
              test: /web\/(features\/(activities|venues)\/(?!map\/)|ui\/Banner)/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
})
