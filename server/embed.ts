/**
 * The script that another site embeds with one line (docs/embedding.md): creates the frame in place of the
 * line, keeps its height that of its content, and tells it which part is visible. Plain browser code
 * without dependencies.
 */
export const embedScript = `(function () {
  'use strict'
  var script = document.currentScript
  if (!script || !script.parentNode) return
  var base = script.src.replace(/\\/embed\\.js(\\?.*)?$/, '')
  var ours = new URL(script.src).origin
  var said = function (name) { return script.getAttribute('data-' + name) || '' }
  var venue = said('venue')
  var activity = said('activity')
  var path = venue === '' ? '/' : '/location/' + encodeURIComponent(venue) +
    (activity === '' ? '' : '/' + encodeURIComponent(activity))

  var frame = document.createElement('iframe')
  frame.src = base + path + '?embedded=true'
  frame.title = said('title') || 'Book an activity'
  frame.allow = 'geolocation; payment; clipboard-write'
  frame.style.display = 'block'
  frame.style.width = '100%'
  frame.style.minHeight = '40rem'
  frame.style.border = '0'
  script.parentNode.insertBefore(frame, script)

  var tellView = function () {
    if (!frame.contentWindow) return
    var box = frame.getBoundingClientRect()
    var top = Math.max(0, -box.top)
    var height = Math.min(window.innerHeight, box.bottom) - Math.max(0, box.top)
    frame.contentWindow.postMessage({ type: 'onside:view', top: top, height: height }, ours)
  }
  var waiting = false
  var soon = function () {
    if (waiting) return
    waiting = true
    requestAnimationFrame(function () { waiting = false; tellView() })
  }
  addEventListener('scroll', soon, { passive: true })
  addEventListener('resize', soon, { passive: true })
  addEventListener('message', function (event) {
    if (event.origin !== ours || event.source !== frame.contentWindow) return
    var told = event.data || {}
    if (told.type === 'onside:height' && isFinite(told.height)) {
      frame.style.height = Math.min(Math.max(0, Number(told.height)), 50000) + 'px'
      soon()
    }
    if (told.type === 'onside:top' && frame.getBoundingClientRect().top < 0)
      frame.scrollIntoView({ block: 'start' })
    if (told.type === 'onside:ready') soon()
  })
})()
`
