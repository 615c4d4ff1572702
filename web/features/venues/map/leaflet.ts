import 'leaflet/dist/leaflet.css'
import './leaflet.css'
import {
  circle,
  circleMarker,
  divIcon,
  geoJSON,
  latLng,
  latLngBounds,
  map as leafletMap,
  marker,
  polyline,
  tileLayer,
} from 'leaflet'
import type { LatLngBounds, Layer, Marker } from 'leaflet'
import type { Coordinates } from '#contract/distance.ts'
import { land, towns } from './ground.ts'

/*
 * The map, in a chunk that loads when a map is visible. All controls are buttons of the page; Leaflet only draws and
 * moves the map.
 */

export type Pin = Coordinates & {
  slug: string
  /** Links the pin to its row in the list. */
  number: number
  /** The accessible name of the button. */
  label: string
}

export type MapView = {
  pins: readonly Pin[]
  /** Centre and radius of the search, in metres. */
  around: (Coordinates & { metres: number }) | undefined
  /** The slug of the highlighted pin. */
  active: string | undefined
}

export type DrawnMap = {
  show: (mapView: MapView) => void
  zoom: (steps: 1 | -1) => void
  /** Moves by a third of the visible area. */
  pan: (right: number, down: number) => void
  /** Fits all pins, or the whole search radius. */
  fit: () => void
  focusPin: (slug: string) => void
  remove: () => void
}

/** Pixels between a town's name and the edge of the map. */
const nameMargin = 10

/** The first view shows every venue up to so far from its centre, in metres; beyond, most of them. */
const farthest = 250_000

/** The initial view (specification, section 9). */
const start: Coordinates = { lat: 53.59, lng: -2 }

export const drawMap = (
  place: HTMLElement,
  tiles: { tileUrl: string | null; attribution: string },
  onPress: (slug: string) => void,
): DrawnMap => {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  const map = leafletMap(place, {
    zoomControl: false,
    attributionControl: tiles.tileUrl !== null,
    minZoom: 5,
    maxZoom: 17,
    maxBounds: latLngBounds([47, -16], [63, 10]),
    // Scrolling the page is more common than zooming the map.
    scrollWheelZoom: false,
    zoomAnimation: !isStill,
    fadeAnimation: !isStill,
    inertia: !isStill,
    zoomSnap: 0.5,
  }).setView([start.lat, start.lng], 9)

  if (tiles.tileUrl === null) drawGround()
  else {
    map.attributionControl.setPrefix(false)
    tileLayer(tiles.tileUrl, { maxZoom: 19, attribution: tiles.attribution }).addTo(map)
  }

  function drawGround(): void {
    geoJSON(land, { interactive: false, style: { className: 'map-land' } }).addTo(map)
    const names = towns.map(([name, lat, lng, fromZoom]) => {
      const icon = divIcon({ className: 'map-town', html: name, iconSize: [0, 0] })
      return {
        fromZoom,
        layer: marker([lat, lng], { icon, interactive: false, keyboard: false, zIndexOffset: -10_000 }),
      }
    })
    const nameTowns = (): void => {
      for (const { fromZoom, layer } of names) {
        if (map.getZoom() >= fromZoom) layer.addTo(map)
        else layer.remove()
      }
    }
    // A name that the edge would cut stands on the other side of its town, or is left out.
    const keepNamesWhole = (): void => {
      const { x: width, y: height } = map.getSize()
      for (const { layer } of names) {
        const element = layer.getElement()
        // Leaflet leaves null behind where a layer was taken off.
        if (element == null) continue
        const { x, y } = map.latLngToContainerPoint(layer.getLatLng())
        element.classList.remove('map-town-left')
        const wide = widthOf(element)
        const isCutRight = x + wide > width - nameMargin
        element.classList.toggle('map-town-left', isCutRight)
        const isCutLeft = (isCutRight ? x - wide : x) < nameMargin
        element.hidden = isCutLeft || x > width - nameMargin || y < nameMargin || y > height - nameMargin
      }
    }
    map.on('zoomend', nameTowns)
    map.on('moveend resize', keepNamesWhole)
    nameTowns()
    keepNamesWhole()
  }

  const markers = new Map<string, { marker: Marker; button: HTMLButtonElement }>()
  let ring: Layer[] = []
  let bounds: LatLngBounds | undefined
  let drawn = ''

  const drawPins = ({ pins, around }: MapView): void => {
    for (const { marker: old } of markers.values()) old.remove()
    for (const layer of ring) layer.remove()
    markers.clear()
    ring = []
    if (around !== undefined) {
      const centre = latLng(around.lat, around.lng)
      const here = divIcon({ className: 'map-here', html: '', iconSize: [18, 18] })
      ring = [
        circle(centre, { radius: around.metres, interactive: false, className: 'map-ring' }).addTo(map),
        marker(centre, { icon: here, interactive: false, keyboard: false }).addTo(map),
      ]
    }
    for (const pin of pins) {
      const button = pinButton(pin, onPress)
      const icon = divIcon({ className: 'map-pin', html: button, iconSize: [0, 0] })
      // By keyboard only: a pin would move away from who presses it.
      button.addEventListener('focus', () => {
        if (button.matches(':focus-visible'))
          map.panInside([pin.lat, pin.lng], { padding: [48, 48], animate: !isStill })
      })
      const drawnPin = marker([pin.lat, pin.lng], { icon, keyboard: false, riseOnHover: true }).addTo(map)
      markers.set(pin.slug, { marker: drawnPin, button })
    }
  }

  let leads: Layer[] = []

  // Overlapping pins are spread apart until the zoom separates them; a line leads from each to its place.
  const spreadOut = (): void => {
    const all = [...markers.values()]
    for (const layer of leads) layer.remove()
    leads = []
    const offsets = apart(all.map(({ marker: pin }) => map.latLngToLayerPoint(pin.getLatLng())))
    for (const [index, { marker: pin, button }] of all.entries()) {
      const { x, y } = offsets[index] ?? { x: 0, y: 0 }
      button.style.translate = `${Math.round(x)}px ${Math.round(y)}px`
      if (Math.hypot(x, y) < leastAside) continue
      const place = pin.getLatLng()
      const tip = map.layerPointToLatLng(map.latLngToLayerPoint(place).add([x, y]))
      leads.push(
        polyline([place, tip], { interactive: false, className: 'map-lead' }).addTo(map),
        circleMarker(place, { radius: 3, interactive: false, className: 'map-lead' }).addTo(map),
      )
    }
  }
  map.on('zoomend', spreadOut)

  const view = ({ pins, around }: MapView): void => {
    if (around !== undefined) {
      bounds = latLng(around.lat, around.lng).toBounds(around.metres * 2)
      // What was found, with where was searched: in a large area all of it may be in the middle.
      const found = latLngBounds([around, ...pins].map(({ lat, lng }) => [lat, lng]))
      const isSmall = pins.length > 1 && found.pad(0.5).getNorth() < bounds.getNorth()
      // The first view does not move there: its pins would move away from who presses them.
      const animate = !isStill && drawn !== ''
      if (isSmall) map.fitBounds(found, { padding: [48, 48], maxZoom: 13, animate })
      else map.fitBounds(bounds, { padding: [12, 12], animate })
      return
    }
    bounds = pins.length === 0 ? undefined : latLngBounds(pins.map(({ lat, lng }) => [lat, lng]))
    // The closest zoom around the initial centre that shows all venues; one at the other end of the country is left out.
    const distances = pins.map((pin) => map.distance([start.lat, start.lng], pin)).toSorted((a, b) => a - b)
    const last = distances.findLastIndex((distance) => distance <= farthest)
    const reach = Math.max(5000, distances[Math.max(last, Math.floor(distances.length * 0.8))] ?? 0)
    const zoom = map.getBoundsZoom(latLng(start.lat, start.lng).toBounds(reach * 2.1))
    map.setView([start.lat, start.lng], Math.max(5, Math.min(12, zoom)), { animate: false })
  }

  const toSeeAll = (): void => {
    if (bounds !== undefined) map.fitBounds(bounds, { padding: [48, 48], maxZoom: 13, animate: !isStill })
  }

  return {
    show: (mapView) => {
      const drawing = JSON.stringify([mapView.pins, mapView.around])
      if (drawing !== drawn) {
        drawPins(mapView)
        view(mapView)
        spreadOut()
        drawn = drawing
      }
      for (const [slug, { marker: pin, button }] of markers) {
        const isActive = slug === mapView.active
        button.setAttribute('aria-pressed', String(isActive))
        pin.setZIndexOffset(isActive ? 1000 : 0)
      }
    },
    zoom: (steps) => {
      map.setZoom(map.getZoom() + steps, { animate: !isStill })
    },
    pan: (right, down) => {
      const { x, y } = map.getSize()
      map.panBy([(right * x) / 3, (down * y) / 3], { animate: !isStill })
    },
    fit: toSeeAll,
    focusPin: (slug) => {
      markers.get(slug)?.button.focus()
    },
    remove: () => {
      map.remove()
    },
  }
}

/** The width of an element's text, which is wider than the element. */
const widthOf = (element: HTMLElement): number => {
  const range = document.createRange()
  range.selectNodeContents(element)
  return range.getBoundingClientRect().width + nameMargin
}

/** The minimum distance between two pins, in pixels. */
const room = 36

type Point = { x: number; y: number }

/** The offset of each point so that no two are closer than `room`, where that is not far; points without neighbours stay. */
const apart = (points: readonly Point[]): Point[] => {
  const moved = points.map(({ x, y }) => ({ x, y }))
  for (let turn = 0; turn < 60; turn += 1) {
    let isSettled = true
    for (const [index, one] of moved.entries()) {
      for (const [further, other] of moved.slice(index + 1).entries()) {
        const [across, down] = [other.x - one.x, other.y - one.y]
        const distance = Math.hypot(across, down)
        if (distance >= room) continue
        isSettled = false
        // Two points at the same position move in different directions.
        const angle = distance < 0.5 ? (index + further) * 2.4 : Math.atan2(down, across)
        const by = (room - distance) / 2 + 0.5
        one.x -= Math.cos(angle) * by
        one.y -= Math.sin(angle) * by
        other.x += Math.cos(angle) * by
        other.y += Math.sin(angle) * by
      }
    }
    if (isSettled) break
  }
  return moved.map(({ x, y }, index) =>
    near({ x: x - (points[index]?.x ?? 0), y: y - (points[index]?.y ?? 0) }),
  )
}

/** A pin that stands nearer to its place points at it well enough, in pixels. */
const leastAside = 4

/** As far as a pin may stand from its place, in pixels: in a dense town some overlap until the map is zoomed. */
const farthestAside = 40

const near = ({ x, y }: Point): Point => {
  const distance = Math.hypot(x, y)
  const share = distance > farthestAside ? farthestAside / distance : 1
  return { x: x * share, y: y * share }
}

const pinButton = ({ slug, number, label, lat, lng }: Pin, onPress: (slug: string) => void) => {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'map-pin-button'
  button.setAttribute('aria-label', label)
  button.dataset['at'] = `${lat},${lng}`
  const numberElement = document.createElement('span')
  numberElement.textContent = String(number)
  button.append(numberElement)
  button.addEventListener('click', (event) => {
    event.stopPropagation()
    onPress(slug)
  })
  // Otherwise Leaflet would start a drag, or zoom on a double click.
  for (const name of ['dblclick', 'mousedown', 'pointerdown'])
    button.addEventListener(name, (event) => {
      event.stopPropagation()
    })
  return button
}
